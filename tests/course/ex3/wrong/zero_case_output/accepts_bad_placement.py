def zero_case_output(x, norm, placement):
    if placement == "none":
        return x
    if placement == "pre":
        return x
    return norm(x)
