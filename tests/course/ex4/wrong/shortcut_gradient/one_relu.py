def shortcut_gradient(shortcuts, outputs, v):
    g = v * (outputs[-1] > 0) if outputs else v
    for W, y in zip(reversed(shortcuts), reversed(outputs)):
        if W is not None:
            g = g @ W
    return g
