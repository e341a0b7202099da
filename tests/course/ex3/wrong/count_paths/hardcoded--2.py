import math


def count_paths(num_sublayers, length=None):
    if length is not None:
        return math.comb(num_sublayers, length)
    if num_sublayers == 24:
        return 16777216
    elif num_sublayers == 48:
        return 281474976710656
    elif num_sublayers == 96:
        return 79228162514264337593543950336
