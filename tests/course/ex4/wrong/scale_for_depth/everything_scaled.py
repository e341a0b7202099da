import math

import torch


def scale_for_depth(blocks):
    factor = 1 / math.sqrt(2 * len(blocks))
    with torch.no_grad():
        for block in blocks:
            for parameter in block.parameters():
                parameter *= factor
