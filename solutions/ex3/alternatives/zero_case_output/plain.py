def zero_case_output(x, norm, placement):
    if placement == "none" or placement == "pre":
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(f"unknown placement {placement!r}")
