def scale_for_depth(blocks):
    factor = (2 * len(blocks)) ** -0.5
    for block in blocks:
        block.attention.output.weight *= factor
        block.attention.output.bias *= factor
        block.feed_forward.down.weight *= factor
        block.feed_forward.down.bias *= factor
