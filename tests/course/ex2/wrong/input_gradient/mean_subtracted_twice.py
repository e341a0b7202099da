def input_gradient(x, v, weight, eps=1e-5):
    std = (x.var(-1, keepdim=True, unbiased=False) + eps).sqrt()
    xhat = (x - x.mean(-1, keepdim=True)) / std
    g = weight * v
    s1, s2 = g.mean(-1, keepdim=True), (g * xhat).mean(-1, keepdim=True)
    return (g - s1 - (s1 + xhat * s2)) / std
