import torch


def gradient_through_time(weight, states, v):
    w, hs, g = weight.tolist(), states.tolist(), v.tolist()
    n = len(g)
    rows = [g]
    for h in hs[:0:-1]:
        d = [g[i] * (1 - h[i] ** 2) for i in range(n)]
        g = [sum(w[i][j] * d[i] for i in range(n)) for j in range(n)]
        rows.append(g)
    return torch.tensor(rows[::-1], dtype=torch.float64)
