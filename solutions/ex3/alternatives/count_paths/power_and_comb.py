import math


def count_paths(num_sublayers, length=None):
    if length is None:
        return 2**num_sublayers
    return math.comb(num_sublayers, length)
