"""The generators of random numbers that every process has, on both sides of the wall."""

from __future__ import annotations

import random
import sys

import numpy
import torch


def reseed(seed: int) -> None:
    """Seed every generator that code may draw from without having made it."""
    random.seed(seed)
    if "numpy.random" in sys.modules:  # numpy itself loads it late
        numpy.random.seed(seed % 2**32)
    torch.default_generator.manual_seed(seed)  # `torch.manual_seed` keeps a stack trace for every kind of accelerator
