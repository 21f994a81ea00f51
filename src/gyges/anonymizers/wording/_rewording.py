"""Words of a text that tell a sex or a tie, and what may stand there instead."""

from dataclasses import dataclass

__all__ = ["Rewording", "cased"]


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
