import torch


def local_factors(w, x):
    if len(w) == 0:
        return w.new_empty(0)
    a = torch.tanh(w[0] * x)
    return torch.cat([(w[0] * (1 - a * a)).reshape(1), local_factors(w[1:], a)])
