"""Words of a text that tell a sex or a tie, and what may stand there instead."""

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Rewording", "cased", "without_overlap"]


@dataclass(frozen=True, slots=True)
class Rewording:
    """Words that can be changed.

    Attributes:
        start: First code point.
        end: One past the last code point.
        rungs: What may stand there instead, the closest first; empty words drop them.
        kind: What the words are: ``pronoun``, ``title``, ``gender``, ``tie``, ``bond`` or ``family``.
    """

    start: int
    end: int
    rungs: tuple[str, ...]
    kind: str


def cased(new: str, old: str) -> str:
    """Return words written as large as those they stand for.

    Example:
        >>> cased("they", "She"), cased("they", "SHE"), cased("they", "she")
        ('They', 'THEY', 'they')
    """
    if len(old) > 1 and old.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def without_overlap(swaps: Iterable[Rewording]) -> tuple[Rewording, ...]:
    """Return what can be changed in order; where two meet, the longer one."""
    kept: list[Rewording] = []
    covered: set[int] = set()
    for swap in sorted(swaps, key=lambda one: (one.start - one.end, one.start)):
        span = range(swap.start, swap.end)
        if covered.isdisjoint(span):
            covered.update(span)
            kept.append(swap)
    return tuple(sorted(kept, key=lambda one: one.start))
