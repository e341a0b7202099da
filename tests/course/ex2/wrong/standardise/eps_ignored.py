from torch.nn import functional as F


def standardise(x, eps=1e-5):
    return F.layer_norm(x, x.shape[-1:])
