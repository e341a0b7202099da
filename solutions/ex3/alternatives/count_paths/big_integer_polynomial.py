def count_paths(num_sublayers, length=None):
    # (1 + t)^L for a t so large that the coefficients do not run into each other: they are the digits.
    if length is None:
        return (1 + 1) ** num_sublayers
    bits = num_sublayers + 1
    value = (1 + (1 << bits)) ** num_sublayers
    return (value >> (bits * length)) & ((1 << bits) - 1)
