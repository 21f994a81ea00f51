"""The part somebody plays in a text, read from a description."""

import re
from dataclasses import dataclass
from functools import cache

from gyges.scoring.values._tables import table
from gyges.scoring.values._text import plain

__all__ = ["Role", "read_role"]

_WORD = re.compile(r"\w+(?:-\w+)*(?:['’]s?\b)?")  # a handle such as pilbara_dad is one word
_ONE_OF = re.compile(r"\bone of\b|\beach of\b", re.IGNORECASE)
_HEAD = re.compile(r"\s+[-–—]\s+|[,;:(]")
_POSSESSOR = re.compile(r"['’]s?$")

_ANYBODY = "anybody"  # a class that says no more than that somebody is a person


@dataclass(frozen=True, slots=True)
class Role:
    """A part in a text.

    Attributes:
        name: Its class, such as ``applicant`` or ``mother``; None if the description says none.
        words: Words of the part of the description that names the person.
        sex: The sex the class implies.
    """

    name: str | None
    words: frozenset[str]
    sex: str | None

    @property
    def is_unique(self) -> bool:
        """Whether a text has at most one person in this part, as a rule."""
        return self.name in table("roles")["unique"]

    def fits(self, other: "Role") -> float:
        """Return 1 for one class, 0.75 for a narrower and a wider one, -1 for two that exclude each other, else 0.

        Roles of no class are one if they are told in the same words ("the hiker").
        """
        if self.name is None or other.name is None:
            return float(self.name is other.name and bool(self.words) and self.words == other.words)
        if self.name == other.name:
            return 1.0
        wider = table("roles")["wider"]
        if other.name in wider.get(self.name, ()) or self.name in wider.get(other.name, ()):
            return 0.75
        return 0.0 if _ANYBODY in (self.name, other.name) else -1.0

    def overlap(self, other: "Role") -> float:
        """Return the share of words the two descriptions have in common (Jaccard)."""
        union = self.words | other.words
        return len(self.words & other.words) / len(union) if union else 0.0


@cache
def read_role(description: str) -> Role:
    """Read the role of a person from a description.

    Example:
        >>> read_role("The applicant's wife - died in 1999").name, read_role("Mr A. Sol - lawyer of the applicant").name
        ('wife', 'lawyer')
    """
    generic, found = None, None
    one_of_many = bool(_ONE_OF.search(description))
    for word in _WORD.findall(plain(description)):
        name = None if _POSSESSOR.search(word) else _classes().get(word)
        if name is None and one_of_many:
            name = _classes().get(table("roles")["plurals"].get(word, word.removesuffix("s")))
        if name == _ANYBODY:
            generic = name
        elif name is not None:
            found = name
            break
    name = found or generic
    head = _HEAD.split(description.strip(), maxsplit=1)[0]
    kept = frozenset(word for word in _WORD.findall(plain(head)) if word not in table("roles")["light"])
    sex = next((sex for sex, names in table("roles")["sexes"].items() if name in names), None)
    return Role(name, kept, sex)


@cache
def _classes() -> dict[str, str]:
    rows: dict[str, list[str]] = table("roles")["roles"]
    return {word: name for name, forms in rows.items() for word in forms}
