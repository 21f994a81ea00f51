"""Ladders: what may stand instead of some words, the closest first."""

from functools import cache

from gyges.anonymizers.subjectwise._tables import table

__all__ = ["quoted_rungs", "word_ladders"]


@cache
def word_ladders(section: str) -> dict[str, tuple[str, ...]]:
    """Return the words of a section of the table of words with their ladders."""
    return {word: tuple(rungs) for word, rungs in table("words")[section].items()}


def quoted_rungs(words: str, tag: str) -> tuple[str, ...]:
    """Return the ladder of words of which only is known that an attacker quotes them for a tag.

    They stand as they are until the board has understood their sentence (see `_quoted`).
    """
    return ("someone",) if tag == "NAME" else (words,)
