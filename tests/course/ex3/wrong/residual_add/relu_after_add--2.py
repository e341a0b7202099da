def residual_add(x, sublayer):
    return (x + sublayer(x)).clamp(min=0)
