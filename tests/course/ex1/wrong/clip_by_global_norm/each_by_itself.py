import torch


def clip_by_global_norm(gradients, max_norm):
    clipped = []
    for g in gradients:
        norm = g.norm()
        clipped.append(g * (max_norm / norm) if norm > max_norm else g)
    return clipped
