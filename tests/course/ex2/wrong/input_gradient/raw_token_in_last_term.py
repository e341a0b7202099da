def input_gradient(x, v, weight, eps=1e-5):
    std = (x.var(-1, keepdim=True, unbiased=False) + eps).sqrt()
    g = weight * v
    return (g - g.mean(-1, keepdim=True) - x * (g * x).mean(-1, keepdim=True)) / std
