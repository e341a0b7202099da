import torch


def count_paths(num_sublayers, length=None):
    row = torch.zeros(num_sublayers + 1, dtype=torch.int64)
    row[0] = 1
    for _ in range(num_sublayers):
        row[1:] = row[1:] + row[:-1].clone()
    if length is None:
        return int(row.sum())
    return int(row[length]) if length <= num_sublayers else 0
