def residual_add(x, sublayer):
    return 0.9 * x + 0.9 * sublayer(x)
