import torch


def clip_by_global_norm(gradients, max_norm):
    norm = torch.cat([g.flatten() for g in gradients]).norm(float("inf"))
    return [g * (max_norm / norm).clamp(max=1) for g in gradients]
