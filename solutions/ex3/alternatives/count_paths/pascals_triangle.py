def count_paths(num_sublayers, length=None):
    row = [1]
    for _ in range(num_sublayers):
        row = [a + b for a, b in zip([0, *row], [*row, 0])]
    if length is None:
        return sum(row)
    return row[length] if length < len(row) else 0
