def zero_case_output(x, norm, placement):
    cases = {"none": lambda: x, "pre": lambda: x.clone(), "post": lambda: norm(x)}
    if placement not in cases:
        raise ValueError(placement)
    return cases[placement]()
