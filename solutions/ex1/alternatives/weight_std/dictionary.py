import math


def weight_std(fan_in, fan_out, scheme):
    variances = {"lecun": 1 / fan_in, "xavier": 2 / (fan_in + fan_out), "he": 2 / fan_in}
    if scheme not in variances:
        raise ValueError(f"unknown scheme {scheme}")
    return math.sqrt(variances[scheme])
