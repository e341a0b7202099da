def residual_add(x, sublayer):
    target = sublayer(x)
    if target.shape != x.shape:
        raise ValueError("shape mismatch")
    residual = target - x  # residual = difference
    return residual
