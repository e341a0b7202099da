def without_sublayer(sublayers, x, index, residual):
    remaining = list(sublayers)
    del remaining[index]
    for f in remaining:
        x = f(x) + (x if residual else 0)
    return x
