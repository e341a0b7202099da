from torch import nn


def zero_init_last_projection(sublayer):
    if hasattr(sublayer, "mha"):
        last = sublayer.mha.out_proj
    elif hasattr(sublayer, "down"):
        last = sublayer.down
    else:
        raise TypeError("unknown sublayer")
    nn.init.normal_(last.weight, std=1e-4)
    nn.init.zeros_(last.bias)
    return sublayer
