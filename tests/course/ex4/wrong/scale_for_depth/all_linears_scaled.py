import math

import torch
from torch import nn


def scale_for_depth(blocks):
    factor = 1 / math.sqrt(2 * len(blocks))
    with torch.no_grad():
        for block in blocks:
            for module in block.modules():
                if isinstance(module, nn.Linear):
                    module.weight *= factor
                    module.bias *= factor
