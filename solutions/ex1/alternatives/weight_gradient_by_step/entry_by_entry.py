import torch


def weight_gradient_by_step(weight, states, v):
    steps, n = len(states) - 1, len(v)
    terms = torch.zeros(steps, n, n, dtype=torch.float64)
    g = [float(x) for x in v]
    h = states.tolist()
    w = weight.tolist()
    for t in range(steps, 0, -1):
        d = [g[i] * (1 - h[t][i] ** 2) for i in range(n)]
        terms[t - 1] = torch.tensor([[d[i] * h[t - 1][j] for j in range(n)] for i in range(n)], dtype=torch.float64)
        g = [sum(w[i][j] * d[i] for i in range(n)) for j in range(n)]
    return terms
