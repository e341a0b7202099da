from torch.nn import functional as F


def input_gradient(x, v, weight, eps=1e-5):
    x.requires_grad_(True)
    F.layer_norm(x, weight.shape, weight, eps=eps).backward(v)
    return x.grad
