def residual_add(x, sublayer):
    residual = x
    out = sublayer(x)
    if out.shape != residual.shape:
        raise ValueError("shapes do not match")
    return out
