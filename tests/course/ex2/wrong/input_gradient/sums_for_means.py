def input_gradient(x, v, weight, eps=1e-5):
    std = (x.var(-1, keepdim=True, unbiased=False) + eps).sqrt()
    xhat = (x - x.mean(-1, keepdim=True)) / std
    g = weight * v
    return (g - g.sum(-1, keepdim=True) - xhat * (g * xhat).sum(-1, keepdim=True)) / std
