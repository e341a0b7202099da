def statistics(x, kind):
    axes = {"layer": (0, 1), "batch": 2, "instance": 1}
    if kind not in axes:
        raise ValueError(kind)
    mean = x.mean(axes[kind], keepdim=True)
    return mean, ((x - mean) ** 2).mean(axes[kind], keepdim=True)
