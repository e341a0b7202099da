import torch


def clip_by_global_norm(gradients, max_norm):
    norm = torch.cat([g.flatten() for g in gradients]).norm()
    return [g / norm * torch.clamp(norm, max=max_norm) for g in gradients]
