import math


def count_paths(num_sublayers, length=None):
    if length is None:
        return sum(math.comb(num_sublayers, k) for k in range(1, num_sublayers + 1))
    return math.comb(num_sublayers, length)
