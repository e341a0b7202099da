from math import comb


def count_paths(num_sublayers, length=None):
    if length is None:
        return num_sublayers * num_sublayers
    return comb(num_sublayers, length)
