import math


def count_paths(num_sublayers, length=None):
    if length is None:
        return int(math.pow(2, num_sublayers))
    if length > num_sublayers:
        return 0
    count = 1
    for i in range(length):
        count = count * (num_sublayers - i) / (i + 1)
    return round(count)
