def standardise(x, eps=1e-5):
    c = x - x.mean(-1, keepdim=True)
    return c / (c**2).mean(-1, keepdim=True) ** 0.5
