def residual_add(x, sublayer, alpha=0.1):
    branch = sublayer(x)
    if branch.shape != x.shape:
        raise ValueError("shape mismatch")
    return x + alpha * branch
