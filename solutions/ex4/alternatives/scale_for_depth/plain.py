import math

import torch


def scale_for_depth(blocks):
    n = 2 * len(blocks)
    with torch.no_grad():
        for block in blocks:
            block.attention.output.weight /= math.sqrt(n)
            block.attention.output.bias /= math.sqrt(n)
            block.feed_forward.down.weight /= math.sqrt(n)
            block.feed_forward.down.bias /= math.sqrt(n)
