import math


def scale_for_depth(blocks):
    for block in blocks:
        for path in ("attention.output", "feed_forward.down"):
            linear = block.get_submodule(path)
            scaled = {name: value / math.sqrt(2 * len(blocks)) for name, value in linear.state_dict().items()}
            linear.load_state_dict(scaled)
