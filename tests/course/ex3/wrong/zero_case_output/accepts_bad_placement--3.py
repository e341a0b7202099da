def zero_case_output(x, norm, placement):
    if placement == "none" or placement == "pre":
        return x
    elif placement == "post":
        return norm(x)
    else:
        print("unknown placement")
