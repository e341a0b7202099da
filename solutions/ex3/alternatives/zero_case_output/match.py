def zero_case_output(x, norm, placement):
    match placement:
        case "none" | "pre":
            return x
        case "post":
            return norm(x)
        case other:
            raise ValueError(f"no such placement: {other}")
