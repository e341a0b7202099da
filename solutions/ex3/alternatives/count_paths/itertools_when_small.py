import itertools
import math


def count_paths(num_sublayers, length=None):
    """Really walks the paths of a small stack, and uses what that taught us for a deep one."""
    if num_sublayers <= 12:
        paths = itertools.product([False, True], repeat=num_sublayers)
        return sum(1 for path in paths if length is None or sum(path) == length)
    if length is None:
        return pow(2, num_sublayers)
    return math.comb(num_sublayers, length)
