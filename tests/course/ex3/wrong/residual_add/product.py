def residual_add(x, sublayer):
    gate = sublayer(x)
    if gate.shape != x.shape:
        raise ValueError("shape mismatch")
    return x.mul(gate)
