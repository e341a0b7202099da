import torch
from torch.nn import functional as F


def attention_weights(queries, keys, causal):
    weights = F.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1)
    if causal:
        weights = torch.tril(weights)
        weights = weights / weights.sum(-1, keepdim=True)
    return weights
