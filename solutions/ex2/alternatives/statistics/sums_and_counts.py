def statistics(x, kind):
    batch, time, width = x.shape
    if kind == "layer":
        total = x.sum(2, keepdim=True)
        mean = total / width
        squares = ((x - mean) ** 2).sum(2, keepdim=True) / width
    elif kind == "batch":
        mean = x.sum(0).sum(0).view(1, 1, width) / (batch * time)
        squares = ((x - mean) ** 2).sum(0).sum(0).view(1, 1, width) / (batch * time)
    elif kind == "instance":
        mean = x.sum(1, keepdim=True) / time
        squares = ((x - mean) ** 2).sum(1, keepdim=True) / time
    else:
        raise ValueError("layer, batch or instance")
    return mean, squares
