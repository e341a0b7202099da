import torch


def zero_init_last_projection(sublayer):
    last = getattr(sublayer, "down", None) or sublayer.mha.out_proj
    with torch.no_grad():
        last.weight *= 0
    return sublayer
