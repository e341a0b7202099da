def chain_gradient(d, residual):
    if residual:
        return (1 + d).sum()
    return d.sum()
