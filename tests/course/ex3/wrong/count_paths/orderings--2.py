import math


def count_paths(num_sublayers, length=None):
    if length is None:
        return 2**num_sublayers
    if length > num_sublayers:
        return 0
    return math.factorial(num_sublayers) // math.factorial(num_sublayers - length)
