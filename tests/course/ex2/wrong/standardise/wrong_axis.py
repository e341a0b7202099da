def standardise(x, eps=1e-5):
    mean = x.mean(dim=1, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=1, keepdim=True)
    return (x - mean) / (var + eps) ** 0.5
