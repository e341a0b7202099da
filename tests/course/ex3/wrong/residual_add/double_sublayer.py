def residual_add(x, sublayer):
    out = sublayer(x)
    if out.shape != x.shape:
        raise ValueError("bad shape")
    out = out + (out + x)
    return out
