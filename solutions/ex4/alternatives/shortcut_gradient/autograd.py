import torch


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, y):
        ctx.save_for_backward(y)
        return y.clone()

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (y > 0), None


def shortcut_gradient(shortcuts, outputs, v):
    if not shortcuts:
        return v
    width = outputs[0].shape[1] if shortcuts[0] is None else shortcuts[0].shape[1]
    start = torch.zeros(v.shape[0], width, dtype=v.dtype, requires_grad=True)
    h = start
    for W, y in zip(shortcuts, outputs):
        h = Gate.apply(h if W is None else h @ W.T, y)
    return torch.autograd.grad(h, start, v)[0]
