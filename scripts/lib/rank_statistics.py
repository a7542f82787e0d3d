# SPDX-License-Identifier: Apache-2.0
"""How well one order agrees with another, if values that are close to each other are ties."""
import random
import statistics

TIE = 0.005  # closer values are ties


def tied(a, b):
    return abs(a - b) <= TIE * min(a, b)


def ranks(values):
    """Of each value: how many are clearly smaller, and half of those that are tied with it."""
    return [sum(0.5 if tied(value, other) else float(other < value) for other in values) for value in values]


def spearman(x, y):
    """Pearson's correlation of the ranks; None if one of the lists has ties only."""
    try:
        return statistics.correlation(ranks(x), ranks(y))
    except statistics.StatisticsError:
        return None


def kendall(x, y):
    """Kendall's tau b; None if one of the lists has ties only."""
    def sign(a, b):
        return 0 if tied(a, b) else 1 if a > b else -1
    pairs = [(sign(x[i], x[j]), sign(y[i], y[j])) for i in range(len(x)) for j in range(i)]
    squares = sum(p * p for p, _ in pairs) * sum(q * q for _, q in pairs)
    return sum(p * q for p, q in pairs) / squares ** 0.5 if squares else None


def interval(values, draws=2000):
    """Where the mean lies in 95 of 100 samples drawn with replacement, always the same."""
    drawn = random.Random(1)
    means = sorted(statistics.fmean(drawn.choices(values, k=len(values))) for _ in range(draws))
    return [means[int(0.025 * draws)], means[int(0.975 * draws) - 1]]
