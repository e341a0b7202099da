def input_gradient(x, v, weight, eps=1e-5):
    mean = x.mean(-1, keepdim=True)
    std = (x.var(-1, keepdim=True, unbiased=False) + eps).sqrt()
    xhat = (x - mean) / std
    return (v - v.mean(-1, keepdim=True) - xhat * (v * xhat).mean(-1, keepdim=True)) / std
