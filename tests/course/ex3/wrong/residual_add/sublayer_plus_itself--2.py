def residual_add(x, sublayer):
    residual = x = sublayer(x)
    return residual.add(x)
