from fractions import Fraction


class Paths:
    """The paths through a stack of residual sublayers."""

    def __init__(self, depth):
        self.depth = depth

    def all(self):
        number = 1
        for _ in range(self.depth):
            number += number
        return number

    def of_length(self, k):
        if k > self.depth:
            return 0
        number = Fraction(1)
        for i in range(k):
            number *= Fraction(self.depth - i, i + 1)
        assert number.denominator == 1
        return number.numerator


def count_paths(num_sublayers, length=None):
    paths = Paths(num_sublayers)
    return paths.all() if length is None else paths.of_length(length)
