import torch


def attention_weights(queries, keys, causal):
    scores = torch.matmul(queries, keys.permute(0, 1, 3, 2)) * queries.shape[3] ** -0.5
    scores = scores - scores.max(dim=-1, keepdim=True).values
    e = torch.exp(scores)
    if causal:
        e = e.tril()
    return e / e.sum(dim=-1, keepdim=True)
