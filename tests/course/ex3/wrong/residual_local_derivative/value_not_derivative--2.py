def residual_local_derivative(f, x):
    y = f(x)
    out = x + y
    return out
