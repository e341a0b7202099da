def scale_for_depth(blocks):
    factor = (2 * len(blocks)) ** -0.5
    for block in blocks:
        for linear in [block.attention.output, block.feed_forward.down]:
            linear.weight.data *= factor
            linear.bias.data *= factor
