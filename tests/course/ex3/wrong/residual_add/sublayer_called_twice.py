def residual_add(x, sublayer):
    if sublayer(x).shape != x.shape:
        raise ValueError("shape mismatch")
    return x + sublayer(x)
