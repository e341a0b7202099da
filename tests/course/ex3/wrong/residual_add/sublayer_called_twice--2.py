def residual_add(x, sublayer):
    if sublayer(x).ndim != x.ndim:
        raise ValueError("wrong number of dimensions")
    if sublayer(x).shape != x.shape:
        raise ValueError("wrong shape")
    return x + sublayer(x)
