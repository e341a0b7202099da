import torch


def shortcut_gradient(shortcuts, outputs, v):
    if len(shortcuts) == 0:
        return v
    *front, W = shortcuts
    open_ = outputs[-1].sign()
    passed = v * open_
    if W is not None:
        passed = torch.matmul(passed, W)
    return shortcut_gradient(front, outputs[:-1], passed)
