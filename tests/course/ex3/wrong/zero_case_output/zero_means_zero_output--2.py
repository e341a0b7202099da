def zero_case_output(x, norm, placement):
    out = x * 0
    if placement == "post":
        return norm(out)
    if placement == "none" or placement == "pre":
        return out
    raise ValueError("unknown placement")
