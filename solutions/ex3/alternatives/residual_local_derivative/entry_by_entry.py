import torch


def residual_local_derivative(f, x):
    slopes = []
    for value in x.tolist():
        entry = torch.tensor([value], dtype=x.dtype, requires_grad=True)
        y = entry + f(entry)
        y.backward()
        slopes.append(entry.grad[0])
    return torch.stack(slopes)
