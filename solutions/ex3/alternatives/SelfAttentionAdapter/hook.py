from torch import nn


class SelfAttentionAdapter(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
        self.register_forward_hook(lambda module, inputs, output: output[0])

    def forward(self, x):
        return self.mha(x, x, x, need_weights=False)
