def residual_add(x, sublayer):
    y = sublayer(x)
    if y.shape != x.shape:
        raise ValueError(f"sublayer returned {tuple(y.shape)} for an input of {tuple(x.shape)}")
    return x + y
