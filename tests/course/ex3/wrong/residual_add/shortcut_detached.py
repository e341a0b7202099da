def residual_add(x, sublayer):
    shortcut = x.clone().detach()
    out = sublayer(x)
    if out.shape != shortcut.shape:
        raise ValueError("shape mismatch")
    return shortcut + out
