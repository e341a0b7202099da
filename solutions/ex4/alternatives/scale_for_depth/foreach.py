import torch


def scale_for_depth(blocks):
    last = [linear for block in blocks for linear in (block.attention.output, block.feed_forward.down)]
    parameters = [p for linear in last for p in (linear.weight, linear.bias)]
    with torch.no_grad():
        torch._foreach_div_(parameters, len(last) ** 0.5)
