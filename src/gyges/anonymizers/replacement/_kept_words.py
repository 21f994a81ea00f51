"""Words that look like names and are none, by what they are."""

from functools import cache

from gyges.anonymizers._toml import read_toml

__all__ = ["kept_words", "saints"]


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    packed = read_toml("gyges.anonymizers.replacement", "pools", "kept_words.toml")
    return {name: tuple(words.split()) for name, words in packed.items()}


@cache
def kept_words(which: str) -> frozenset[str]:
    """Return a list of ``kept_words.toml``, in lower case."""
    return frozenset(_lists()[which])


def saints() -> tuple[str, ...]:
    """Return saints whose names stand on many churches, schools and hospitals."""
    return _lists()["saints"]
