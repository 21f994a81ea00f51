"""Invented numbers: ages and amounts close to the real ones, moved the same way all over a document."""

import re
from collections.abc import Callable

from gyges.anonymizers.replacement._secret import Secret
from gyges.reading.lookups import number_words

__all__ = ["Numbers"]

_AGE_STEPS = (-3, -2, -1, 1, 2, 3)
_FACTORS = tuple(thousandths / 1000 for thousandths in (*range(700, 901), *range(1100, 1401)))  # too many to try all
_BETWEEN = ".,\u0020\u00a0\u202f"  # what stands between groups of digits, spaces that keep a line together too
_NUMBER = re.compile(rf"\d+(?:[{_BETWEEN}]\d+)*|[A-Za-z]+(?:-[A-Za-z]+)?")
_ENDLESS = re.compile(rf"\d[\d{_BETWEEN}]{{30}}")  # no amount of anything; Python refuses to read thousands of digits
_MOST_IN_WORDS = 99
_WHOLE = 100
_SIGNIFICANT = 2  # digits that are moved at least


class Numbers:
    """The numbers of one document: one step for all ages, one factor for all amounts."""

    def __init__(self, secret: Secret, document: str) -> None:
        self._step = secret.pick(_AGE_STEPS, "age", document)
        self._factor = secret.pick(_FACTORS, "amount", document)

    def age(self, words: str) -> str | None:
        """Return words with another age, or another count; None if they hold no number."""
        return self._moved(words, lambda value: value + (self._step if value + self._step > 1 else abs(self._step)))

    def amount(self, words: str) -> str | None:
        """Return words with another amount of about the size; None if they hold no number."""
        share = bool(re.search(r"%|per ?cent", words))
        return self._moved(words, lambda value: _scaled(value, self._factor, _WHOLE if share else None))

    def _moved(self, words: str, move: Callable[[int], int]) -> str | None:
        changed = False
        if _ENDLESS.search(words):
            return None

        def other(match: re.Match[str]) -> str:
            nonlocal changed
            written = match[0]
            if written[0].isdecimal():
                new: str | None = _digits(written, move)
            else:
                value = number_words().get(written.lower())
                new = _in_words(move(value), written) if value is not None else None
            changed = changed or (new is not None and new != written)
            return new if new is not None else written

        made = _NUMBER.sub(other, words)
        return made if changed and made != words else None


def _scaled(value: int, factor: float, most: int | None) -> int:
    """Return a number scaled and rounded as roughly as it was, never the number itself."""
    zeros = len(str(value)) - len(str(value).rstrip("0")) if value else 0
    unit: int = 10 ** min(zeros, max(0, len(str(value)) - _SIGNIFICANT))
    new = round(value * factor / unit) * unit
    if new == value or (new <= 1 < value):
        new = value + (unit if factor > 1 or value - unit <= 1 else -unit)
    return min(new, most - 1) if most is not None and value <= most < new else new


def _digits(written: str, move: Callable[[int], int]) -> str:
    """Return a number in the same form: separators at their places, decimals as many."""
    parts = re.split(f"([{_BETWEEN}])", written)
    groups = all(len(part) == 3 for part in parts[2::2]) and len(parts) > 1
    if groups or len(parts) == 1:
        plain = "".join(parts[::2])
        new = str(move(int(plain)))
        if len(parts) == 1:
            return new.zfill(len(written)) if written.startswith("0") else new
        return _grouped(new, parts[1])
    if len(parts) == 3:  # 4.4, 38,5
        new = str(move(int(parts[0] + parts[2]))).zfill(len(parts[2]) + 1)
        return f"{new[: -len(parts[2])]}{parts[1]}{new[-len(parts[2]) :]}"
    return "".join(str(move(int(part))) if part.isdecimal() else part for part in parts)


def _grouped(digits: str, separator: str) -> str:
    first = len(digits) % 3 or 3
    return separator.join([digits[:first], *(digits[at : at + 3] for at in range(first, len(digits), 3))])


def _in_words(value: int, written: str) -> str:
    if not 1 <= value <= _MOST_IN_WORDS:
        return str(value)
    word = next(name for name, number in number_words().items() if number == value)
    return word.capitalize() if written[0].isupper() else word
