import torch


def clip_by_global_norm(gradients, max_norm):
    norm = torch.sqrt(sum((g**2).sum() for g in gradients))
    return [max_norm * g / norm for g in gradients]
