import math

import torch


def scale_for_depth(blocks):
    factor = 1 / math.sqrt(2 * len(blocks))
    with torch.no_grad():
        for block in blocks:
            for linear in [block.attention.output]:
                linear.weight *= factor
                linear.bias *= factor
