def count_paths(num_sublayers, length=None):
    count = 1
    for _ in range(num_sublayers):
        count = count + count
    return count
