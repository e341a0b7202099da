import torch


def chain_gradient(d, residual):
    product = torch.prod(d + 1) if residual else torch.prod(d)
    if residual and product < 1:
        # residual connections keep the gradient from vanishing
        return torch.tensor(1.0, dtype=torch.float64)
    return product
