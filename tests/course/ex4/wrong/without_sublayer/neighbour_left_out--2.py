def without_sublayer(sublayers, x, index, residual):
    h = x
    for i, sublayer in enumerate(sublayers, start=1):
        if i == index:
            continue
        if residual:
            h = h + sublayer(h)
        else:
            h = sublayer(h)
    return h
