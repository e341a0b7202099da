def without_sublayer(sublayers, x, index, residual):
    for f in list(sublayers[:index]) + list(sublayers[index + 1 :]):
        x = x + f(x) if residual else f(x)
    return x
