from itertools import product


def count_paths(num_sublayers, length=None):
    count = 0
    for path in product("SF", repeat=num_sublayers):
        if length is None or path.count("F") == length:
            count += 1
    return count
