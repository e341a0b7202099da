import itertools
import operator

import torch


def gradients_along_chain(factors):
    products = itertools.accumulate(reversed(factors.tolist()), operator.mul, initial=1.0)
    return torch.tensor(list(products)[::-1], dtype=torch.float64)
