def chain_gradient(d, residual):
    # every sublayer contributes its derivative
    if residual:
        return d.sum()
    return d.prod()
