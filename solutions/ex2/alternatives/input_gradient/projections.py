def input_gradient(x, v, weight, eps=1e-5):
    g = weight * v
    g = g - g.mean(-1, keepdim=True)
    c = x - x.mean(-1, keepdim=True)
    var = c.pow(2).mean(-1, keepdim=True) + eps
    return (g - c * (g * c).mean(-1, keepdim=True) / var) / var.sqrt()
