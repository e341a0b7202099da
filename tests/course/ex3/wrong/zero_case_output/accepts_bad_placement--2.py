def zero_case_output(x, norm, placement):
    if placement == "post":
        return norm(x)
    else:
        return x
