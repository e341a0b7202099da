import math


def scale_for_depth(blocks):
    N = len(blocks) + len(blocks)
    for block in blocks:
        for module in (block.attention.output, block.feed_forward.down):
            for p in module.parameters():
                p.detach().div_(math.sqrt(N))
