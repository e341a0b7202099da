def residual_add(x, sublayer):
    out = sublayer(x).clone()
    if list(out.shape) != list(x.shape):
        raise ValueError("the shapes differ")
    out += x
    return out
