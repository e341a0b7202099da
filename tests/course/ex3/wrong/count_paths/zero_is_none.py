import math


def count_paths(num_sublayers, length=None):
    if length:
        return math.comb(num_sublayers, length)
    return 2**num_sublayers
