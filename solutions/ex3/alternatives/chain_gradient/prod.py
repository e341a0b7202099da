def chain_gradient(d, residual):
    return (1 + d).prod() if residual else d.prod()
