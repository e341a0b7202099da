import math

import torch


def scale_for_depth(blocks):
    additions = 0
    with torch.no_grad():
        for block in blocks:
            for linear in (block.attention.output, block.feed_forward.down):
                additions += 1
                factor = 1 / math.sqrt(additions)
                linear.weight *= factor
                linear.bias *= factor
