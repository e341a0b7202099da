def statistics(x, kind):
    axes = {"layer": 2, "batch": 1, "instance": (0, 1)}
    if kind not in axes:
        raise ValueError(kind)
    mean = x.mean(axes[kind], keepdim=True)
    return mean, ((x - mean) ** 2).mean(axes[kind], keepdim=True)
