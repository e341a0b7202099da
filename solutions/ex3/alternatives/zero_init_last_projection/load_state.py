import torch


def zero_init_last_projection(sublayer):
    state = sublayer.state_dict()
    names = [n for n in ("mha.out_proj.weight", "mha.out_proj.bias", "down.weight", "down.bias") if n in state]
    if not names:
        raise TypeError("unknown sublayer")
    for name in names:
        state[name] = torch.zeros_like(state[name])
    sublayer.load_state_dict(state)
    return sublayer
