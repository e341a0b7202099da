import numpy as np


def weight_std(fan_in, fan_out, scheme):
    if scheme == "lecun":
        return np.sqrt(1.0 / fan_in)
    elif scheme == "he":
        return np.sqrt(2.0 / fan_in)
    elif scheme == "xavier":
        return np.sqrt(2.0 / (fan_in + fan_out))
    raise ValueError("scheme")
