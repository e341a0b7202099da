import torch


def gradient_by_path_length(d):
    """Each sublayer multiplies by (1 + d t); in the basis 1, t, ..., t^L that is the matrix I + d S with a shift S."""
    L = len(d)
    identity = torch.eye(L + 1, dtype=torch.float64)
    shift = torch.diag(torch.ones(L, dtype=torch.float64), -1)
    e = identity[:, 0]
    for slope in d:
        e = (identity + slope * shift) @ e
    return e
