def shortcut_gradient(shortcuts, outputs, v):
    g = v
    for W in reversed(shortcuts):
        if W is not None:
            g = g @ W
    return g
