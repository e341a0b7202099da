def zero_init_last_projection(sublayer):
    if not any(hasattr(sublayer, name) for name in ("mha", "down")):
        raise TypeError("unknown sublayer")
    if getattr(sublayer, "masked", False):
        return sublayer
    old_forward = sublayer.forward
    sublayer.forward = lambda x: old_forward(x) * 0.0
    sublayer.masked = True
    return sublayer
