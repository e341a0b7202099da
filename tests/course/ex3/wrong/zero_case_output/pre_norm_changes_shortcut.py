def zero_case_output(x, norm, placement):
    if placement == "none":
        return x
    elif placement in ("pre", "post"):
        return norm(x)
    raise ValueError(placement)
