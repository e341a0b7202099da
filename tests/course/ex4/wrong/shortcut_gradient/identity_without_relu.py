def shortcut_gradient(shortcuts, outputs, v):
    for W, y in zip(reversed(shortcuts), reversed(outputs)):
        if W is None:
            continue
        v = (v * (y > 0)) @ W
    return v
