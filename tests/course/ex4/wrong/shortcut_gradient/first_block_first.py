def shortcut_gradient(shortcuts, outputs, v):
    g = v
    for W, y in zip(shortcuts, outputs):
        g = g * (y > 0)
        if W is not None:
            g = g @ W
    return g
