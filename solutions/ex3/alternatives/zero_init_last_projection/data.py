def zero_init_last_projection(sublayer):
    if hasattr(sublayer, "mha"):
        last = sublayer.mha.out_proj
    elif hasattr(sublayer, "down"):
        last = sublayer.down
    else:
        raise TypeError("unknown sublayer")
    last.weight.data.fill_(0)
    last.bias.data = last.bias.data * 0
    return sublayer
