def standardise(x, eps=1e-5):
    mean = x.mean(dim=-1, keepdim=True)
    variance = x.var(dim=-1, keepdim=True, unbiased=True) * (x.size(-1) - 1) / x.size(-1)
    return x.sub(mean).div((variance + eps).sqrt())
