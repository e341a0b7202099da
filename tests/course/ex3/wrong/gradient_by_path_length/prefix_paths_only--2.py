import torch


def gradient_by_path_length(d):
    # the gradient comes from the top, so the path of length k passes the last k sublayers
    L = len(d)
    return torch.stack([d[L - k:].prod() for k in range(L + 1)])
