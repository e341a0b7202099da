import math


def weight_std(fan_in, fan_out, scheme):
    if scheme == "lecun":
        return 1 / math.sqrt(fan_in)
    elif scheme == "xavier":
        return math.sqrt(2 / (fan_in + fan_out))
    else:
        return math.sqrt(2 / fan_in)
