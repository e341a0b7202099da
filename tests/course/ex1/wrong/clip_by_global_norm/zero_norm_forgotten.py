import math


def clip_by_global_norm(gradients, max_norm):
    norm = math.sqrt(sum(float((g**2).sum()) for g in gradients))
    scale = min(1, max_norm / norm)
    return [scale * g for g in gradients]
