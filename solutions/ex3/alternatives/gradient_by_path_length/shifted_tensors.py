import torch


def gradient_by_path_length(d):
    e = torch.ones(1, dtype=d.dtype)
    for slope in d:
        e = torch.nn.functional.pad(e, (0, 1)) + slope * torch.nn.functional.pad(e, (1, 0))
    return e
