def standardise(x, eps=1e-5):
    c = x - x.mean(-1, keepdim=True)
    return c / (c.pow(2).mean(-1, keepdim=True).sqrt() + eps)
