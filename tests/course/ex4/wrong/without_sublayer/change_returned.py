def run(sublayers, h, residual):
    for sublayer in sublayers:
        h = h + sublayer(h) if residual else sublayer(h)
    return h


def without_sublayer(sublayers, x, index, residual):
    rest = [*sublayers[:index], *sublayers[index + 1 :]]
    return run(sublayers, x, residual) - run(rest, x, residual)
