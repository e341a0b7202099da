def zero_case_output(x, norm, placement):
    match placement:
        case "none":
            pass
        case "pre":
            x = norm(x)
            x = x + 0 * x
        case "post":
            x = norm(x + 0 * x)
        case _:
            raise ValueError("placement must be none, pre or post")
    return x
