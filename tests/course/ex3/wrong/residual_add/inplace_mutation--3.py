def residual_add(x, sublayer):
    y = x  # keep the original
    y[:] = y + sublayer(x)
    return y
