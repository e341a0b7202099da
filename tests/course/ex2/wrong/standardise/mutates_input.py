def standardise(x, eps=1e-5):
    x -= x.mean(dim=-1, keepdim=True)
    x /= (x.var(dim=-1, keepdim=True, unbiased=False) + eps).sqrt()
    return x
