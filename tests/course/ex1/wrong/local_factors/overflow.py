import torch


def my_tanh(z):
    return (torch.exp(2 * z) - 1) / (torch.exp(2 * z) + 1)


def local_factors(w, x):
    factors = torch.zeros_like(w)
    a = x
    for i in range(len(w)):
        a = my_tanh(w[i].abs() * a) * w[i].sign()
        factors[i] = w[i] * (1 - a**2)
    return factors
