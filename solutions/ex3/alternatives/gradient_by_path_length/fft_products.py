import torch


def multiply(a, b):
    size = len(a) + len(b) - 1
    return torch.fft.irfft(torch.fft.rfft(a, n=size) * torch.fft.rfft(b, n=size), n=size)


def gradient_by_path_length(d):
    polynomials = [torch.stack([torch.ones_like(slope), slope]) for slope in d]
    while len(polynomials) > 1:
        left, right = polynomials[0::2], polynomials[1::2]
        pairs = [multiply(a, b) for a, b in zip(left, right)]
        polynomials = pairs + left[len(right):]
    return polynomials[0]
