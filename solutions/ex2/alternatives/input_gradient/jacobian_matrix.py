import torch


def input_gradient(x, v, weight, eps=1e-5):
    d = x.shape[-1]
    eye, ones = torch.eye(d, dtype=x.dtype), torch.ones(d, d, dtype=x.dtype) / d
    result = torch.empty_like(x)
    for b in range(x.shape[0]):
        for t in range(x.shape[1]):
            c = x[b, t] - x[b, t].mean()
            scale = torch.sqrt((c * c).mean() + eps)
            jacobian = (eye - ones - torch.outer(c, c) / (d * scale**2)) / scale
            result[b, t] = jacobian @ (weight.detach() * v[b, t])
    return result
