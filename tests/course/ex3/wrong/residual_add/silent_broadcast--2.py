def residual_add(x, sublayer):
    out = sublayer(x)
    if out.shape[-1] != x.shape[-1]:
        raise ValueError("the last dimension must be d_model")
    return x + out
