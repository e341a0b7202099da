def weight_std(fan_in, fan_out, scheme):
    match scheme:
        case "lecun":
            bound = (3 / fan_in) ** 0.5
        case "xavier":
            bound = (6 / (fan_in + fan_out)) ** 0.5
        case "he":
            bound = (6 / fan_in) ** 0.5
        case _:
            raise ValueError(scheme)
    return bound / 3**0.5
