import numpy as np
import torch


def gradient_by_path_length(d):
    # numpy.poly gives the coefficients of the polynomial with given roots; (x + d_1)(x + d_2)... has the roots -d.
    return torch.from_numpy(np.poly(-d.numpy()))
