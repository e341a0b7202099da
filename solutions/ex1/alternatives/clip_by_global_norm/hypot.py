import math


def clip_by_global_norm(gradients, max_norm):
    norm = math.hypot(*(value for g in gradients for value in g.flatten().tolist()))
    factor = max_norm / max(norm, max_norm)
    return [factor * g for g in gradients]
