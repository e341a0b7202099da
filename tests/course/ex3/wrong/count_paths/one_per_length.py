def count_paths(num_sublayers, length=None):
    if length is None:
        return len(range(0, num_sublayers + 1))
    return 1 if length <= num_sublayers else 0
