import math


def residual_add(x, sublayer):
    # keeps the variance at 1
    return (x + sublayer(x)) / math.sqrt(2)
