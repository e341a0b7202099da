import torch


def clip_by_global_norm(gradients, max_norm):
    norm = torch.stack([g.norm(2) for g in gradients]).norm(2)
    coefficient = min(1.0, max_norm / (norm.item() + 1e-6))
    return [g.clone().mul_(coefficient) for g in gradients]
