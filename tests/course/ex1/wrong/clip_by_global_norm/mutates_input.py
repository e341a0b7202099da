import torch


def clip_by_global_norm(gradients, max_norm):
    norm = torch.cat([g.flatten() for g in gradients]).norm()
    if norm > max_norm:
        for g in gradients:
            g *= max_norm / norm
    return list(gradients)
