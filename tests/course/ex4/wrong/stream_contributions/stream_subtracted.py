import torch


def stream_contributions(sublayers, x):
    terms = [x]
    h = x
    for sublayer in sublayers:
        new = sublayer(h)
        terms.append(new - h)
        h = new
    return torch.stack(terms)
