"""The part somebody plays in a text, read from a description."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.scoring.values._text import plain, table

_WORD = re.compile(r"\w+(?:-\w+)*(?:['’]s?\b)?")  # a handle such as pilbara_dad is one word
_ONE_OF = re.compile(r"\bone of\b|\beach of\b", re.IGNORECASE)
_PARTS = re.compile(r"(?<!\s)\s++[-–—]\s+|[,;:()/|]")
_POSSESSOR = re.compile(r"['’]s?$")
_STEM = 6  # letters that words of one stem share: runner and runners, advises and advising

_ANYBODY = "anybody"  # a class that says no more than that somebody is a person


@dataclass(frozen=True, slots=True)
class Role:
    """A part in a text. Somebody may play several: a writer can be a teacher."""

    names: tuple[str, ...]
    words: frozenset[str]  # words that name the person: the heads of the parts of the description, no ties to others
    stems: frozenset[str]  # stems of all words of the description

    @property
    def name(self) -> str | None:
        """The first class; None if the description says none."""
        return self.names[0] if self.names else None

    @property
    def sex(self) -> str | None:
        """The sex the classes imply, None where none does or two differ."""
        return _sex_of(self.names)

    def fits(self, other: "Role") -> float:
        """Return 1 for a class in common, 0.75 for a narrower and a wider one, -1 for classes that differ, else 0.

        Roles of no class are one if they are told in the same words ("the hiker").
        """
        ours, theirs = (set(role.names) - {_ANYBODY} for role in (self, other))
        if not ours and not theirs:
            return float(bool(self.words) and self.words == other.words)
        if not ours or not theirs:
            return 0.0
        if ours & theirs:
            return 1.0
        wider = table("roles")["wider"]
        reach = ours.union(*(wider.get(name, ()) for name in ours))
        if reach & theirs or ours & theirs.union(*(wider.get(name, ()) for name in theirs)):
            return 0.75
        return -1.0


@lru_cache(maxsize=4096)
def read_role(description: str) -> Role:
    """Read the part of a person from a description: the heads of its phrases, never whom they have to do with."""
    light, ties = set(table("roles")["light"]), set(table("roles")["ties"])
    one_of_many = bool(_ONE_OF.search(description))
    names: list[str] = []
    heads: list[str] = []
    for part in _PARTS.split(plain(description)):
        for word in _WORD.findall(_ONE_OF.sub(" ", part)):
            if word in ties:
                break
            if not _POSSESSOR.search(word):
                heads.append(word)
                names += _classes_of(word, one_of_many)
    ranked = sorted(dict.fromkeys(names), key=lambda name: name == _ANYBODY)
    words = [word for word in _WORD.findall(plain(description)) if word not in light and word not in ties]
    stems = frozenset(_POSSESSOR.sub("", word)[:_STEM] for word in words)
    return Role(tuple(ranked), frozenset(word for word in heads if word not in light), stems)


@lru_cache(maxsize=1024)
def _sex_of(classes: tuple[str, ...]) -> str | None:
    sexes = {sex for sex, names in table("roles")["sexes"].items() if not set(names).isdisjoint(classes)}
    return sexes.pop() if len(sexes) == 1 else None


def _classes_of(word: str, one_of_many: bool) -> list[str]:
    name = _classes().get(word)
    if name is None and one_of_many:
        name = _classes().get(table("roles")["plurals"].get(word, word.removesuffix("s")))
    return [] if name is None else [name]


@cache
def _classes() -> dict[str, str]:
    rows: dict[str, list[str]] = table("roles")["roles"]
    return {word: name for name, forms in rows.items() for word in forms}
