import math

import torch


def scale_for_depth(blocks):
    last = []
    with torch.no_grad():
        for block in blocks:
            last += [block.attention.output, block.feed_forward.down]
        for block in blocks:
            for linear in last:
                for parameter in linear.parameters():
                    parameter /= math.sqrt(2 * len(blocks))
