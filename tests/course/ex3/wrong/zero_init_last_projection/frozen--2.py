def zero_init_last_projection(sublayer):
    for p in sublayer.parameters():
        p.requires_grad_(False)
    if hasattr(sublayer, "mha"):
        sublayer.mha.out_proj.weight.zero_()
        sublayer.mha.out_proj.bias.zero_()
    elif hasattr(sublayer, "down"):
        sublayer.down.weight.zero_()
        sublayer.down.bias.zero_()
    else:
        raise TypeError("unknown sublayer")
    return sublayer
