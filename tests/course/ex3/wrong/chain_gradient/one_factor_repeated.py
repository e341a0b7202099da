def chain_gradient(d, residual):
    L = len(d)
    if L == 0:
        return d.new_tensor(1.0)
    factor = 1 + d[0] if residual else d[0]
    return factor**L
