import torch


def clip_by_global_norm(gradients, max_norm):
    flat = torch.cat([g.flatten() for g in gradients])[None]
    flat = torch.renorm(flat, p=2, dim=0, maxnorm=max_norm)[0]
    result, start = [], 0
    for g in gradients:
        result.append(flat[start : start + g.numel()].view_as(g))
        start += g.numel()
    return result
