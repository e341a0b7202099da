import torch


def clip_by_global_norm(gradients, max_norm):
    norm = torch.cat([g.flatten() for g in gradients]).pow(2).mean().sqrt()
    if norm > max_norm:
        return [g * max_norm / norm for g in gradients]
    return list(gradients)
