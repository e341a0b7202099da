from math import comb


def count_paths(num_sublayers, length=None):
    lengths = range(num_sublayers + 1) if length is None else [length]
    return sum(comb(num_sublayers, k) for k in lengths)
