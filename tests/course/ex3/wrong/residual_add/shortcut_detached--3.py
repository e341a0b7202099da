def residual_add(x, sublayer):
    return x.data + sublayer(x)
