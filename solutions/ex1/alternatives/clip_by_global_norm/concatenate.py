import torch


def clip_by_global_norm(gradients, max_norm):
    flat = torch.cat([g.reshape(-1) for g in gradients])
    norm = torch.linalg.vector_norm(flat)
    flat = flat / torch.clamp(norm / max_norm, min=1)
    parts = flat.split([g.numel() for g in gradients])
    return [part.reshape(g.shape) for part, g in zip(parts, gradients)]
