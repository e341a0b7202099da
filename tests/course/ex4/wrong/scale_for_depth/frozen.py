import math


def scale_for_depth(blocks):
    for block in blocks:
        for linear in (block.attention.output, block.feed_forward.down):
            for parameter in linear.parameters():
                parameter.requires_grad = False
                parameter /= math.sqrt(2 * len(blocks))
