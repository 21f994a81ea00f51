"""Shares as whole percentages: no figure is rounded to a promise."""

__all__ = ["percent_ends", "whole_percent"]

_MINUS = "\u2212"


def whole_percent(value: float) -> str:
    """Return a share or a difference of shares in whole percent, without the sign of percent.

    What is not all or nothing is never shown as 0 or 100.

    Example:
        >>> whole_percent(0.614), whole_percent(0.998), whole_percent(0.002), whole_percent(-0.002)
        ('61', '>99', '<1', '>−1')
    """
    rounded = round(value * 100)
    if 0 < abs(value) < 1 and rounded in (-100, 0, 100):
        inner = 99 if rounded else 1
        above = (value > 0) == bool(rounded)
        return f"{'>' if above else '<'}{_MINUS if value < 0 else ''}{inner}"
    return str(rounded).replace("-", _MINUS)


def percent_ends(low: float, high: float) -> str:
    """Return the ends of an interval in whole percent, as in "57–65"; ends that look alike stand once.

    Example:
        >>> percent_ends(0.57, 0.65), percent_ends(-0.04, 0.03), percent_ends(0.97, 0.998)
        ('57–65', '−4 to 3', '97 to >99')
    """
    first, last = whole_percent(low), whole_percent(high)
    if first == last:
        return first
    return f"{first} to {last}" if low < 0 or {"<", ">"} & {first[0], last[0]} else f"{first}\u2013{last}"
