import torch


def zero_init_last_projection(sublayer):
    try:
        last = sublayer.down if hasattr(sublayer, "down") else sublayer.mha.out_proj
    except AttributeError:
        raise TypeError(f"{type(sublayer).__name__} is not supported") from None
    with torch.no_grad():
        for p in last.parameters():
            p.zero_()
    return sublayer
