def input_gradient(x, v, weight, eps=1e-5):
    return v * weight / (x.var(-1, keepdim=True, unbiased=False) + eps).sqrt()
