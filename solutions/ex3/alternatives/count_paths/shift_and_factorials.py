from math import factorial


def count_paths(num_sublayers, length=None):
    if length is None:
        return 1 << num_sublayers
    if length > num_sublayers:
        return 0
    return factorial(num_sublayers) // (factorial(length) * factorial(num_sublayers - length))
