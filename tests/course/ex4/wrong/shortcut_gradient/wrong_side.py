def shortcut_gradient(shortcuts, outputs, v):
    g = v
    for W, y in zip(reversed(shortcuts), reversed(outputs)):
        g = g * (y > 0)
        if W is not None:
            g = g @ W.T
    return g
