"""What stands for identifiers in other languages, as ``writing.toml`` in their folders says."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gyges.anonymizers._toml import read_toml


@dataclass(frozen=True, slots=True)
class LanguageWriting:
    """The letters that are no words of a language, and its mark for each kind of identifier."""

    letters: str
    labels: Mapping[str, str]


@cache
def writing_in(iso: str) -> LanguageWriting:
    """Return how a language is written."""
    table = read_toml("gyges.reading", "tables", "languages", iso, "writing.toml")
    return LanguageWriting(table["letters"], table["labels"])
