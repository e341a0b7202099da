def residual_add(x, sublayer):
    out = sublayer(x)
    if out.shape != x.shape:
        raise ValueError("shape mismatch")
    return (x + out).detach().numpy()
