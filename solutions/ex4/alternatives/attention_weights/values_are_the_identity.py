import torch
from torch.nn.functional import scaled_dot_product_attention


def attention_weights(queries, keys, causal):
    T = queries.shape[-2]
    everything = torch.eye(T, dtype=queries.dtype).expand(*queries.shape[:2], T, T)
    return scaled_dot_product_attention(queries, keys, everything, is_causal=causal)
