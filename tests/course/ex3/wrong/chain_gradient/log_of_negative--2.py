import torch


def chain_gradient(d, residual):
    if not residual:
        return d.prod()
    logs = torch.stack([torch.log(1 + s) for s in d]) if len(d) else d
    return logs.sum().exp()
