def without_sublayer(sublayers, x, index, residual):
    if len(sublayers) == 0:
        return x
    if index != 0:
        update = sublayers[0](x)
        x = x + update if residual else update
    return without_sublayer(sublayers[1:], x, index - 1, residual)
