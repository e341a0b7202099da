def standardise(x, eps=1e-5):
    return x - x.mean(dim=-1, keepdim=True)
