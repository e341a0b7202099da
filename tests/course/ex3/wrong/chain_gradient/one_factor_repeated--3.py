def chain_gradient(d, residual):
    for slope in d:
        gradient = 1.0
        if residual:
            gradient = gradient * (1 + slope)
        else:
            gradient = gradient * slope
        return gradient
    return d.new_ones(())
