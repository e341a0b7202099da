def count_paths(num_sublayers, length=None):
    count = 0
    for path in range(2**num_sublayers):
        if length is None or bin(path).count("1") == length:
            count += 1
    return count
