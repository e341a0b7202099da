import math


def weight_std(fan_in, fan_out, scheme):
    if scheme == "lecun":
        return 1 / math.sqrt(fan_in)
    if scheme == "xavier":
        return math.sqrt(2 / fan_in + fan_out)
    if scheme == "he":
        return math.sqrt(2 / fan_in)
    raise ValueError(scheme)
