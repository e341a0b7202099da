import torch


def gradient_by_path_length(d):
    row = [1]
    for _ in d:
        row = [1] + [a + b for a, b in zip(row, row[1:])] + [1]
    return torch.tensor(row) if len(d) < 60 else torch.tensor(row, dtype=torch.float64)
