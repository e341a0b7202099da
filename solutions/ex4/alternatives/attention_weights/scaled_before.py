import torch


def attention_weights(queries, keys, causal):
    scale = queries.shape[-1] ** -0.25
    scores = (queries * scale) @ (keys * scale).transpose(2, 3)
    if causal:
        position = torch.arange(scores.shape[-1])
        allowed = position[:, None] >= position[None, :]
        scores = torch.where(allowed, scores, torch.tensor(float("-inf"), dtype=scores.dtype))
    return torch.exp(torch.log_softmax(scores, dim=-1))
