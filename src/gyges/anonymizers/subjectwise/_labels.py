"""Who is who among the names of a text: every form of a name belongs to one person."""

import re

from gyges.anonymizers.replacement._person_names import sex_of_title, title_before
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import is_short_form, is_title
from gyges.reading import Reading
from gyges.reading.lookups import first_name, same_parts

__all__ = ["Labels", "is_part", "name_tokens"]

_TOKEN = re.compile(r"[^\W\d_][\w'’-]*[^\W_]|[^\W\d_]")
_AFTER_CHILD = frozenset(("umm", "um", "abu", "abou", "mama", "maman", "baba", "papa"))  # a parent, by a child's name
_INITIALS = re.compile(r"(?:[A-Z]\.-?){1,2}[A-Z]\.?|[A-Z]{2}")
_HANDLE = re.compile(r"[@_\d]|[a-z][A-Z]|[a-z]\.[a-z]")
_HUMP = re.compile(r"[@_\d.]+|(?<=[a-z])(?=[A-Z])")
_CALLED = re.compile(r"-(?:kun|san|chan|sama|sensei|senpai|ji|bey|nim|ssi)$")  # "Haruto-kun"
_CALLS = frozenset(
    ("abi", "abla", "bey", "hanım", "saheb", "sahib", "bhai", "ji", "jr", "sr", "mrs", "mr", "née", "nee")
)
_SURNAME = re.compile(r"\b(?:Surname|Family name|Last name)\s*[:.|]?\s*$", re.IGNORECASE)
_FORENAME = re.compile(r"\b(?:Forenames?|Given names?|First names?)(?:\(s\))?\s*[:.|]?\s*$", re.IGNORECASE)
_RELATIVE = re.compile(
    r"(?:['’]s|\b(?:my|his|her|their|our|your)) (?:late |elder |younger )?(?:grand)?(?:father|mother|son|daughter)"
    r"(?:-in-law)?,? $"
)
_MARRIED = re.compile(r"\bMrs\.? $")
_WIFE = re.compile(r"\bwife,? $")
_SHORTEST = 3  # letters of a part of a name that is looked for by itself
_USUAL = 0.3  # weight of a first name from which on it is believed
_CERTAIN = 0.97  # share of its bearers from which on a first name tells a sex


class Labels:
    """Who a name belongs to: by the reader's person, else by a part of the name in common."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text = text
        named = ((m.start, m.end, m.person) for m in reading.mentions if m.type == "PERSON" and m.person is not None)
        self._owners = {place: person for start, end, person in named for place in range(start, end)}
        self._people: dict[str, str] = {}
        self._sexes: dict[str, str] = {}  # "Mrs Leung" is not "Mr Leung"
        self._wives: list[str] = []
        self._surnamed: str | None = None  # whose surname a form told last
        self._names: dict[str, list[frozenset[str]]] = {}  # in order of the last mention

    def person(self, start: int) -> str:
        """Return the id of the person named at a place; empty if the reader knows nobody there."""
        return self._owners.get(start, "")

    def key(self, start: int, words: str) -> str:
        """Return what all names of one person have in common.

        Names are of one person if the reader says so and they do not speak against it, or if one is part of the other:
        "Booth" is of "Tony Booth", and "Ann Booth" is not.
        """
        if _FORENAME.search(self._text, max(0, start - 20), start) and self._surnamed is not None:
            bearer, self._surnamed = self._surnamed, None
            self._names[bearer].append(name_tokens(words))
            return bearer
        person = self._owners.get(start)
        sex = sex_of_title(title_before(self._text, start))
        tokens = name_tokens(words)
        known = self._people.get(person) if person is not None else None
        if known is not None and not self._fits(known, tokens, sex):
            known = None
        if _long(tokens) > 1 and _RELATIVE.search(self._text, max(0, start - 24), start):
            known = next((key for key, names in self._names.items() if tokens in names), None)
            known = known or f"name {len(self._names) + 1}"  # and nobody's of three names
            self._names.setdefault(known, [tokens])
        if known is not None and not is_part(tokens, self._names[known]):
            known = self._likely(words, tokens, sex) or known  # "Ros", where the reader knows one Tillotson
        if known is None:
            known = self._likely(words, tokens, sex) or self._wife(start) or f"name {len(self._names) + 1}"
        if person is not None:
            self._people.setdefault(person, known)
        self._sexes[known] = self._sexes.get(known) or sex or _sex_of(words)
        self._names[known] = [*self._names.pop(known, []), tokens]  # the one named last is the last
        if _WIFE.search(self._text, max(0, start - 8), start) and known not in self._wives:
            self._wives.append(known)
        self._surnamed = known if _SURNAME.search(self._text, max(0, start - 20), start) else self._surnamed
        return known

    def _wife(self, start: int) -> str | None:
        """Return whose name "Mrs Powell" is where nobody else may be: the only one who was told to be a wife."""
        married = _MARRIED.search(self._text, max(0, start - 6), start) is not None
        return self._wives[0] if married and len(self._wives) == 1 else None

    def _fits(self, key: str, tokens: frozenset[str], sex: str) -> bool:
        """Tell whether nothing speaks against a name being of somebody that the reader says it is of."""
        if sex and self._sexes.get(key) not in {"", None, sex}:
            return False
        full = [name for name in self._names[key] if len(name) > 1 and _long(name)]
        if len(tokens) > 1 and _long(tokens) and full and not any(_agree(tokens, name) for name in full):
            return False  # "Ros Tillotson" is not "Walter Tillotson"
        return any(tokens & _AFTER_CHILD == name & _AFTER_CHILD for name in self._names[key])

    def _likely(self, words: str, tokens: frozenset[str], sex: str) -> str | None:
        """Return whose name it is by the names so far: of those it may be, the one named last."""
        initials = "".join(re.findall(r"[A-Z]", words)).casefold() if _INITIALS.fullmatch(words) else ""
        if initials:
            bearers = [key for key, names in self._names.items() if any(_begins(name, initials) for name in names)]
            return bearers[0] if len(bearers) == 1 else None
        likely = [key for key, names in self._names.items() if is_part(tokens, names)]
        if not likely and len(tokens) == 1:
            likely = [key for key, names in self._names.items() if any(_is_short(tokens, name) for name in names)]
            likely = likely if len(likely) == 1 else []
        return next((key for key in reversed(likely) if not sex or self._sexes.get(key) in {"", None, sex}), None)


def name_tokens(words: str) -> frozenset[str]:
    """Return the words of a name; those of a handle are told apart by its marks and capitals."""
    if _HANDLE.search(words):
        parts = [part for part in _HUMP.split(words) if len(part) >= _SHORTEST]
        return frozenset(part.casefold() for part in parts) or frozenset((words.casefold(),))
    tokens = frozenset(_CALLED.sub("", token.casefold()) for token in _TOKEN.findall(words))
    tokens = tokens - _CALLS or tokens
    return frozenset(token for token in tokens if not _is_rank(token)) or tokens


def _is_rank(token: str) -> bool:
    """Tell whether a word of a name is what somebody is: "Officer Vuk"."""
    return is_title(token.capitalize()) or token in words_in("grammar", "ranks")


def _sex_of(words: str) -> str:
    """Return the sex that the first of several names surely tells; empty if none."""
    parts = _TOKEN.findall(words)
    stat = first_name(parts[0]) if len(parts) > 1 else None
    if stat is None or stat.weight < _USUAL or _CERTAIN > stat.p_female > 1 - _CERTAIN:
        return ""
    return "Female" if stat.p_female >= _CERTAIN else "Male"


def _begins(name: frozenset[str], initials: str) -> bool:
    """Tell whether initials are those of a name, or of a surname of two parts: "R.-A." of "Ramgoolam-Appadoo"."""
    if any("".join(part[:1] for part in token.split("-")) == initials for token in name if "-" in token):
        return True
    return len(name) == len(initials) and sorted(token[0] for token in name) == sorted(initials)


def _is_short(tokens: frozenset[str], name: frozenset[str]) -> bool:
    """Tell whether a single name is a short form of one of some names, or the other way round."""
    (one,) = tokens
    return any(is_short_form(one, other) or is_short_form(other, one) for other in name)


def _long(name: frozenset[str]) -> int:
    return sum(len(token) >= _SHORTEST for token in name)


def is_part(tokens: frozenset[str], names: list[frozenset[str]]) -> bool:
    """Tell whether a name is of somebody with other names: it agrees with one, and no full name speaks against it."""
    full = [name for name in names if sum(len(token) >= _SHORTEST for token in name) > 1]
    whole = sum(len(token) >= _SHORTEST for token in tokens) > 1
    return any(_agree(tokens, name) for name in names) and (not whole or all(_agree(tokens, name) for name in full))


def _agree(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two names may be of one person; a parent called by a child's name is not the child."""
    return one & _AFTER_CHILD == other & _AFTER_CHILD and bool(same_parts(sorted(one), sorted(other)))
