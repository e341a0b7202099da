import torch


@torch.no_grad()
def scale_for_depth(blocks):
    additions = sum(1 for block in blocks for name in ("attention", "feed_forward") if hasattr(block, name))
    for block in blocks:
        for parameter in [*block.attention.output.parameters(), *block.feed_forward.down.parameters()]:
            parameter.copy_(parameter / additions**0.5)
