from torch import nn


def zero_init_last_projection(sublayer):
    if hasattr(sublayer, "mha"):
        last = sublayer.mha.out_proj
    elif hasattr(sublayer, "down"):
        last = sublayer.down
    else:
        raise TypeError("a sublayer needs `mha` or `down`")
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return sublayer
