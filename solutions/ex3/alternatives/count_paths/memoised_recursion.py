from functools import lru_cache


@lru_cache(maxsize=None)
def count_paths(num_sublayers, length=None):
    if num_sublayers == 0:
        return 1 if length in (None, 0) else 0
    if length is None:
        return 2 * count_paths(num_sublayers - 1)
    if length == 0:
        return 1
    return count_paths(num_sublayers - 1, length) + count_paths(num_sublayers - 1, length - 1)
