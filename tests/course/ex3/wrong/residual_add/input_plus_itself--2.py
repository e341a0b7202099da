def residual_add(x, sublayer):
    # a residual connection: the input is added to itself
    return 2 * x
