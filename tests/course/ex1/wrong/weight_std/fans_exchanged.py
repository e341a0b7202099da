import math


def weight_std(fan_in, fan_out, scheme):
    if scheme == "lecun":
        return math.sqrt(1 / fan_out)
    if scheme == "xavier":
        return math.sqrt(2 / (fan_in + fan_out))
    if scheme == "he":
        return math.sqrt(2 / fan_out)
    raise ValueError(scheme)
