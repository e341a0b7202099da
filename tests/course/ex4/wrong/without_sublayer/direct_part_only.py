def without_sublayer(sublayers, x, index, residual):
    if not residual:
        for i, sublayer in enumerate(sublayers):
            if i != index:
                x = sublayer(x)
        return x
    h = x
    for i, sublayer in enumerate(sublayers):
        update = sublayer(h)
        if i == index:
            missing = update
        h = h + update
    return h - missing
