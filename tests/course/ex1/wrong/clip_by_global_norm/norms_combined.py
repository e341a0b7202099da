def clip_by_global_norm(gradients, max_norm):
    norm = sum(g.norm() for g in gradients)
    if norm > max_norm:
        return [max_norm * g / norm for g in gradients]
    return [g.clone() for g in gradients]
