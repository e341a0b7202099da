import math


def count_paths(num_sublayers, length=None):
    if length is not None:
        return math.comb(num_sublayers, length)
    count = 0
    for _ in range(num_sublayers):
        count += 2  # shortcut or sublayer
    return count
