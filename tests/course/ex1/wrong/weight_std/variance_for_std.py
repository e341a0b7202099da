def weight_std(fan_in, fan_out, scheme):
    if scheme == "lecun":
        return 1 / fan_in
    if scheme == "xavier":
        return 2 / (fan_in + fan_out)
    if scheme == "he":
        return 2 / fan_in
    raise ValueError(scheme)
