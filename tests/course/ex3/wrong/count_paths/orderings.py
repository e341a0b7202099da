def count_paths(num_sublayers, length=None):
    if length is None:
        length = num_sublayers
    count = 1
    for i in range(length):
        count *= num_sublayers - i
    return count
