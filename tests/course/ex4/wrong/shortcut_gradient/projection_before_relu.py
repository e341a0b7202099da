def shortcut_gradient(shortcuts, outputs, v):
    g = v
    for W, y in zip(reversed(shortcuts), reversed(outputs)):
        if W is not None:
            g = g @ W
        g = g * (y > 0)
    return g
