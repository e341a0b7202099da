def clip_by_global_norm(gradients, max_norm):
    norm = max(float(g.norm()) for g in gradients)
    scale = max_norm / norm if norm > max_norm else 1.0
    return [scale * g for g in gradients]
