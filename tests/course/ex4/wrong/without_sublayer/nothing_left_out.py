def without_sublayer(sublayers, x, index, residual):
    h = x
    for i, sublayer in enumerate(sublayers):
        if i == index:
            pass
        if residual:
            h = h + sublayer(h)
        else:
            h = sublayer(h)
    return h
