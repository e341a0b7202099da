def standardise(x, eps=1e-5):
    mean = x.mean(0)
    var = x.var(0, unbiased=False)
    return (x - mean) / (var + eps).sqrt()
