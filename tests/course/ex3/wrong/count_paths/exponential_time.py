def count_paths(num_sublayers, length=None):
    if length is not None and length < 0:
        return 0
    if num_sublayers == 0:
        return 1 if length is None or length == 0 else 0
    taken = None if length is None else length - 1
    return count_paths(num_sublayers - 1, length) + count_paths(num_sublayers - 1, taken)
