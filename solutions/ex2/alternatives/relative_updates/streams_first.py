import torch
from torch.nn import functional as F


def relative_updates(sublayers, x, placement):
    streams, updates = [x], []
    for f in sublayers:
        h = streams[-1]
        if placement == "pre":
            updates.append(f(F.layer_norm(h, h.shape[2:])))
            streams.append(h + updates[-1])
        else:
            updates.append(f(h))
            streams.append(F.layer_norm(h + updates[-1], h.shape[2:]))
    stream, update = torch.stack(streams[:-1]), torch.stack(updates)
    return update.flatten(1).norm(dim=1) / stream.flatten(1).norm(dim=1)
