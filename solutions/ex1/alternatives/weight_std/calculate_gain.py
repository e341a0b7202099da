from torch import nn


def weight_std(fan_in, fan_out, scheme):
    if scheme == "xavier":
        return nn.init.calculate_gain("linear") / ((fan_in + fan_out) / 2) ** 0.5
    if scheme == "lecun":
        return nn.init.calculate_gain("linear") / fan_in**0.5
    if scheme == "he":
        return nn.init.calculate_gain("relu") / fan_in**0.5
    raise ValueError(scheme)
