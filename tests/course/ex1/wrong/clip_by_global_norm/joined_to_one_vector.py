import torch


def clip_by_global_norm(gradients, max_norm):
    flat = torch.cat([g.flatten() for g in gradients])
    return flat * min(1.0, float(max_norm / flat.norm()))
