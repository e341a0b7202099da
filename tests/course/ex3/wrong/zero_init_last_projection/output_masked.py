def zero_init_last_projection(sublayer):
    if not (hasattr(sublayer, "mha") or hasattr(sublayer, "down")):
        raise TypeError("unknown sublayer")

    def zero(module, inputs, output):
        return output * 0

    sublayer.register_forward_hook(zero)
    return sublayer
