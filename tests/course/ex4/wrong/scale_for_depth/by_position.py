import math

import torch


def scale_for_depth(blocks):
    with torch.no_grad():
        for number, block in enumerate(blocks):
            factor = 1 / math.sqrt(2 * (number + 1))
            for linear in (block.attention.output, block.feed_forward.down):
                linear.weight *= factor
                linear.bias *= factor
