def residual_add(x, sublayer):
    return x.add_(sublayer(x))
