def without_sublayer(sublayers, x, index, residual):
    h = x
    for i, sublayer in enumerate(sublayers):
        update = sublayer(h)
        if i == index:
            update = update * 0
        h = h + update if residual else update
    return h
