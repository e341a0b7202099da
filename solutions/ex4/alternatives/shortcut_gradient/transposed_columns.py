import torch


def shortcut_gradient(shortcuts, outputs, v):
    g = v.T
    for l in range(len(shortcuts) - 1, -1, -1):
        g = torch.where(outputs[l].T > 0, g, torch.zeros_like(g))
        if shortcuts[l] is not None:
            g = shortcuts[l].T @ g
    return g.T
