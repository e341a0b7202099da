import torch


def clip_by_global_norm(gradients, max_norm):
    total = torch.sqrt(sum((g * g).sum() for g in gradients))
    if total > max_norm:
        return [g * max_norm / total for g in gradients]
    return list(gradients)
