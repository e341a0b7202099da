def input_gradient(x, v, weight, eps=1e-5):
    d = x.shape[-1]
    g = v * weight
    centred = x - x.mean(-1, keepdim=True)
    var = (centred**2).mean(-1, keepdim=True)
    std = (var + eps) ** 0.5
    through_variance = -0.5 * (g * centred).sum(-1, keepdim=True) * std**-3
    through_mean = -g.sum(-1, keepdim=True) / std
    return g / std + through_variance * 2 * centred / d + through_mean / d
