import torch


def standardise(x):
    return (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True, unbiased=False) + 1e-5).sqrt()


def relative_updates(sublayers, x, placement):
    result = x.new_empty(len(sublayers))
    stream = x.detach().clone()
    for layer, sublayer in enumerate(sublayers):
        read = standardise(stream) if placement == "pre" else stream
        update = sublayer(read).detach()
        result[layer] = torch.linalg.vector_norm(update) / torch.linalg.vector_norm(stream)
        stream = stream + update
        stream = standardise(stream) if placement == "post" else stream
    return result
