def residual_add(x, sublayer):
    out = sublayer(x)
    return x + out, out
