import math


def count_paths(num_sublayers, length=None):
    longest = num_sublayers if length is None else length
    total = 0
    for k in range(longest + 1):
        total += math.comb(num_sublayers, k)
    return total
