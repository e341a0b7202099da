from functools import reduce


def without_sublayer(sublayers, x, index, residual):
    kept = [f for place, f in enumerate(sublayers) if place != index]
    return reduce(lambda h, f: f(h) + residual * h, kept, x)
