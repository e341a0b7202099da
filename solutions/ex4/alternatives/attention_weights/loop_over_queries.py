import math

import torch


def attention_weights(queries, keys, causal):
    B, H, T, d = queries.shape
    rows = []
    for i in range(T):
        end = i + 1 if causal else T
        scores = (queries[:, :, i : i + 1] * keys[:, :, :end]).sum(-1) / math.sqrt(d)
        row = torch.softmax(scores, -1)
        rows.append(torch.cat([row, row.new_zeros(B, H, T - end)], -1))
    return torch.stack(rows, dim=2)
