"""What a genre is made of: how to tell it, its roles, its phrases, who works in it. Read from ``tables/genres``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from gyges.reading.lexicon._load import read_toml

__all__ = [
    "TAGS", "GenrePhrase", "GenreRole", "GenreTable", "Look", "Sign", "Staff", "any_of", "load_genre", "load_table",
    "pattern",
]  # fmt: skip

TAGS: Mapping[str, str] = {
    "name": "NAME", "sex": "SEX", "age": "AGE", "place": "LOCATION", "from": "NATIONALITY", "school": "EDUCATION",
    "bond": "RELATIONSHIP", "job": "OCCUPATION", "org": "AFFILIATION", "rank": "POSITION",
    "id": "IDENTIFICATION_NUMBER", "phone": "PHONE_NUMBER", "mail": "EMAIL_ADDRESS",
}  # fmt: skip
"""The words tables use for tags."""
_HEAD = 4000
_COUNTS = ("each", "kinds", "density")


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that tells the genre, by words or by a pattern.

    Attributes:
        words: Words and phrases in lower case; a star ends a stem.
        pattern: A pattern, where words do not do.
        each: What one of them is worth; less than nothing where it speaks against the genre.
        most: What all of them are worth at most.
        count: ``each`` for all of them, ``kinds`` for different ones, ``density`` for how many in 1,000 characters.
        least: With fewer different ones it is not this genre, whatever else speaks for it.
        cased: Whether capitals matter.
        opens: Whether it must stand at the start of the text.
    """

    words: Sequence[str] = ()
    pattern: str = ""
    each: float = 0.1
    most: float = 1.0
    count: str = "each"
    least: int = 0
    cased: bool = False
    opens: bool = False

    def __post_init__(self) -> None:
        if self.count not in _COUNTS:
            raise ValueError(f"a sign counts one of {', '.join(_COUNTS)}, not '{self.count}'")


@dataclass(frozen=True, slots=True)
class Look:
    """How to tell the genre.

    Attributes:
        signs: What speaks for it and against it.
        base: What a text of at most so many characters starts with; none where it is empty.
        read: Characters that are looked at.
        floor: From which score on a text is of this genre.
        form: The same for a form: labels and no speakers.
    """

    signs: Sequence[Sign] = ()
    base: Sequence[Sequence[float]] = ()
    read: int = _HEAD
    floor: float = 0.5
    form: float = 0.0


@dataclass(frozen=True, slots=True)
class GenreRole:
    """Words that say what somebody is: as a label, right before a name, or right after it.

    Attributes:
        words: In lower case.
        role: What the person is called, ``*`` for the words; none where it is empty.
        main: Whether the text is about this person.
        tells: What it says, by `TAGS`; ``*`` is the words as written.
        sure: How certain that is.
        cue: The name of the rule.
        before, after: Whether the words may stand before a name without a colon, and after it.
    """

    words: Sequence[str]
    role: str = ""
    main: bool = False
    tells: Mapping[str, str] = field(default_factory=dict)
    sure: int = 4
    cue: str = ""
    before: bool = True
    after: bool = True

    def __post_init__(self) -> None:
        stem = next((word for word in self.words if word.endswith("*")), None)
        if stem is not None:
            raise ValueError(f"a role is a whole word, '{stem}' is a stem: stars are for signs")


@dataclass(frozen=True, slots=True)
class GenrePhrase:
    """A turn of phrase and what it says of whom.

    Attributes:
        pattern: A group named as in `TAGS` is a value; ``who`` stands where the person is named; ``span`` is the
            words a claim is about, everything unless told.
        cue: The name of the rule.
        tells: What it says whatever the words are, by `TAGS`.
        whose: ``main``, ``author``, ``near`` (whoever a fact at this place belongs to), ``who`` (the one named in the
            group), ``role:ROLE`` (the one in a role, who is added where nobody is).
        main: Whether the text is about this person, where nothing said so before.
        sure: How certain that is.
        claims: Tags whose facts, read from these words, belong to this person and to nobody else.
        when: Where given, this must stand somewhere in the head of the text.
        gap: Whether it only speaks where the person has no such fact yet.
        instead: Whether it replaces such facts where the person has some.
        cased: Whether capitals matter.
        forget: Whether whoever is named in ``who`` is nobody at all.
    """

    pattern: str
    cue: str
    tells: Mapping[str, str] = field(default_factory=dict)
    whose: str = "main"
    main: bool = False
    sure: int = 4
    claims: Sequence[str] = ()
    when: str = ""
    gap: bool = False
    instead: bool = False
    cased: bool = False
    forget: bool = False


@dataclass(frozen=True, slots=True)
class Staff:
    """What those who write texts of a kind work at.

    Attributes:
        words: Words in the head of the text, in lower case; a star ends a stem.
        tells: What that says about whoever signs, by `TAGS`.
        instead: Occupations that are too general here, which it replaces.
        sure: How certain that is.
        cue: The name of the rule.
    """

    words: Sequence[str]
    tells: Mapping[str, str]
    instead: Sequence[str] = ()
    sure: int = 4
    cue: str = "staff"


@dataclass(frozen=True, slots=True)
class GenreTable:
    """The table of a genre.

    Attributes:
        name: What a reading calls the genre.
        look: How to tell it.
        known: Whether the rules know such texts better than a model does. Where they do not, a text of this genre still
            counts as one of a genre they do not know, and only the notes of a reading name it.
        unnamed: Whether the general reader looks for people without a name.
        forgets: Whether people without name, sex and job are forgotten, as in a text of no genre.
        roles: Its roles.
        phrases: Its phrases, in the order in which they are read.
        staff: What its writers work at; the first that fits.
        values: Values by the words for them, for each of `TAGS`.
        no_names: Words no name of this genre is made of alone.
        no_roles: Parts nobody is counted for who has neither name nor mask.
    """

    name: str
    look: Look
    known: bool = False
    unnamed: bool = False
    forgets: bool = False
    roles: Sequence[GenreRole] = ()
    phrases: Sequence[GenrePhrase] = ()
    staff: Sequence[Staff] = ()
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    no_names: frozenset[str] = frozenset()
    no_roles: frozenset[str] = frozenset()


_ROWS = {"roles": GenreRole, "phrases": GenrePhrase, "staff": Staff}


@cache
def load_table(name: str) -> dict[str, Any]:
    """Return a table of a genre in TOML as it is, by its path in ``tables/genres`` without the ending."""
    return read_toml(f"genres/{name}.toml")


@cache
def load_genre(name: str) -> GenreTable:
    """Return the table of a genre."""
    table = load_table(name)
    switches = [key for key, value in table.items() if isinstance(value, bool) and key not in GenreTable.__slots__]
    if switches:  # lists and tables of other names are for the hook
        raise ValueError(f"no genre has the key '{switches[0]}' ({name}.toml)")
    look = table.get("look", {})
    signs = tuple(
        Sign(**{**row, "pattern": _filled(table, row.get("pattern", "")) or any_of(row["words"])})
        for row in look.get("signs", ())
    )
    told: dict[str, Any] = {key: table[key] for key in ("known", "unnamed", "forgets", "values") if key in table}
    told |= {key: frozenset(table[key]) for key in ("no_names", "no_roles") if key in table}
    told |= {key: tuple(row(**one) for one in table[key]) for key, row in _ROWS.items() if key in table}
    return GenreTable(name=name, look=Look(**{**look, "signs": signs}), **told)


def any_of(words: Sequence[str]) -> str:
    """Return a pattern for any of some phrases, the longest first; a star ends a stem.

    Example:
        >>> re.findall(any_of(["ward", "ward round", "dent*"]), "after the ward round the dentist left the wards")
        ['ward round', 'dent']
    """
    ordered = sorted(words, key=lambda word: (-len(word), word))
    parts = [re.escape(word[:-1]) if word.endswith("*") else re.escape(word) + r"(?!\w)" for word in ordered]
    return rf"(?<!\w)(?:{'|'.join(parts)})"


_HOLE = re.compile(r"\{([a-z_]+)\}")


def _filled(table: Mapping[str, Any], expression: str) -> str:
    """Return a pattern with its holes filled: ``{cap}`` by a part of patterns, ``{labels}`` by any word of a list."""
    parts, lists = table.get("parts", {}), {**table, **table.get("words", {})}

    def _fill(hole: re.Match[str]) -> str:
        if hole[1] in parts:
            return _HOLE.sub(_fill, parts[hole[1]])
        return f"(?:{'|'.join(sorted(map(re.escape, lists[hole[1]]), key=len, reverse=True))})"

    return _HOLE.sub(_fill, expression)


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return a pattern by genre and name: ``posts.lead`` is ``lead`` among the patterns of ``posts.toml``."""
    genre, _, key = name.partition(".")
    table = load_table(genre)
    return re.compile(_filled(table, table["patterns"][key]))
