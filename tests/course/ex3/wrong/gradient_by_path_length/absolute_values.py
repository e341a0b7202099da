import torch


def gradient_by_path_length(d):
    amounts = [1.0]
    for s in d.tolist():
        longer = [abs(s) * a for a in amounts]
        amounts = [a + b for a, b in zip(amounts + [0.0], [0.0] + longer)]
    return torch.tensor(amounts, dtype=torch.float64)
