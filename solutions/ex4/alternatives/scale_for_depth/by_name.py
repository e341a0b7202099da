import torch


def scale_for_depth(blocks):
    with torch.no_grad():
        for block in blocks:
            for name, parameter in block.named_parameters():
                if name.startswith(("attention.output", "feed_forward.down")):
                    parameter.mul_(1 / (len(blocks) * 2) ** 0.5)
