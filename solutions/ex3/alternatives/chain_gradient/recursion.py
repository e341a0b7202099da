import torch


def chain_gradient(d, residual):
    if d.numel() == 0:
        return d.new_ones(())
    if d.numel() == 1:
        return d[0] + 1 if residual else d[0].clone()
    middle = d.numel() // 2
    return chain_gradient(d[:middle], residual) * chain_gradient(d[middle:], residual)
