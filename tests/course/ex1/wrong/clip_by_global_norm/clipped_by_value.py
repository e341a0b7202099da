import torch


def clip_by_global_norm(gradients, max_norm):
    return [torch.clip(g, -max_norm, max_norm) for g in gradients]
