"""The bearer of a name: which of its words are given, family and other names, by all the ways a text uses."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gyges.anonymizers.replacement._person_names import (
    NameWord,
    is_familiar,
    name_words,
    sex_of_title,
    whole_words,
)
from gyges.anonymizers.replacement.pseudonyms._cultures import Culture, culture_of
from gyges.reading.lookups import first_name, fold, is_surname, kin

_SURE, _USUAL = 0.8, 0.5
_CERTAIN, _BORNE = 0.9, 0.2  # share of one sex, and weight, from which a first name tells the sex by itself
_OF_OTHERS = frozenset(
    ("sr", "abu", "umm", "um", "baba", "mama", "bab")
)  # "Sr." may be a Sister, "Baba Joy" Joy's father
_WITH_SURNAMES = frozenset(("mr", "mrs", "ms", "dr", "prof"))
_QUOTES = ('"', "“", "'", "‘")  # before a nickname
_POOLS = {"Female": "women", "Male": "men", "": "either"}


@dataclass(frozen=True, slots=True)
class Called:
    """A name as it stands in the text."""

    name: str  # the words
    title: str  # the title right before it
    sex: str = ""  # what a relative's word or a bracket beside it says of the sex
    hint: str = ""  # what the pronouns after it say, which may be somebody else's


class Bearer:
    """A person by the names the text uses."""

    def __init__(self, calls: Sequence[Called], home: str = "", *, mixed: bool = False) -> None:
        named = [(call, whole_words(call.name)) for call in calls]
        best = max(named, key=lambda entry: (_weight(entry[1]), _is_titled(*entry)), default=None)
        self.given, self.family = _roles(*best) if best else ("", "")
        if any(_is_addressed_by(self.given, call, words) for call, words in named):  # "Koh Wei Ling", "Ms Koh"
            names = [word.key for word in best[1] if word.kind == "name"] if best else []
            self.given, self.family = (names[1], self.given) if len(names) > 1 else (self.given, self.family)
        used = {self.given, self.family}
        several = [
            (word.key, first_name(word.key) is not None or call.name[: word.start].endswith(_QUOTES))
            for call, words in named
            if _weight(words)[0] > 1
            for word in words
            if word.kind == "name"
        ]
        self.others = {key: first for key, first in several if key not in used}
        self.key = f"{self.given} {self.family}".strip() or (fold(calls[0].name) if calls else "")
        self.pool = _POOLS[_sex(calls, self.given, self.others)]
        self.culture: Culture | None = culture_of(self.given, self.family, self.others, home, mixed=mixed)
        if self.pool == _POOLS[""] and self.culture is not None:
            self.pool = self.culture.pool_of(self.given)


def _is_titled(call: Called, words: list[NameWord]) -> bool:
    return bool(call.title) or any(word.kind == "title" for word in words)


def _is_addressed_by(given: str, call: Called, words: list[NameWord]) -> bool:
    """Tell whether somebody is called "Ms" or "Dr" with what looks like the first name and is usual as none."""
    alone = [word.key for word in words if word.kind == "name"] == [given]
    before = {fold(call.title), *(word.key for word in words if word.kind == "title")}
    stat = first_name(given) if given else None
    return alone and bool(before & _WITH_SURNAMES) and (stat is None or stat.weight < _USUAL)


def _weight(words: list[NameWord]) -> tuple[int, int]:
    return sum(word.kind == "name" for word in words), sum(word.kind == "letter" for word in words)


def _roles(call: Called, words: list[NameWord]) -> tuple[str, str]:
    """Return the given and the family name of a name as it is written."""
    parts = [word for word in words if word.kind in {"name", "letter"}]
    if not parts:
        return "", ""
    if len(parts) > 1:
        comma = next((i for i, (a, b) in enumerate(pairwise(parts)) if _comma(call.name, a, b)), None)
        if comma is not None:
            parts = [*parts[comma + 1 :], *parts[: comma + 1]]
        elif _is_surname_first(parts):
            parts = [*parts[1:], parts[0]]
        return parts[0].key, parts[-1].key
    key = parts[0].key
    stat = first_name(key)
    titled = call.title or any(word.kind == "title" for word in words)
    before = [call.title, *(word.key for word in words if word.kind == "title")]
    familiar = any(word and is_familiar(word) and (stat is not None or kin(word)) for word in before)
    certain = stat is not None and stat.weight >= _USUAL and not is_surname(key)  # "Miss Trudy"
    given = (
        familiar
        or certain
        or (not titled and (stat is not None or "Female" in {call.sex, call.hint} or not is_surname(key)))
    )
    return (key, "") if given else ("", key)


def _is_surname_first(parts: list[NameWord]) -> bool:
    """Tell whether the last name stands first: "Pittracher Sepp"; "Marama Lloyd" is as usual."""
    first, last = parts[0].key, parts[-1].key
    if parts[0].kind != "name" or first_name(first) is not None or is_surname(last):
        return False
    stat = first_name(last)
    return stat is not None and stat.weight >= _USUAL


def _comma(name: str, left: NameWord, right: NameWord) -> bool:
    return bool(re.fullmatch(r"\s*,\s*", name[left.end : right.start]))


def _sex(calls: Sequence[Called], given: str, others: Iterable[str]) -> str:
    """Return the sex all that is said agrees on; empty where a name of either sex is the safe one."""
    for call in calls:
        inner = [word for word in name_words(call.name) if word.kind == "title"]
        told = sex_of_title(call.title) or next((sex for w in inner if (sex := sex_of_title(w.key))), "")
        before = {fold(call.title), *(word.key for word in inner)}
        if told and not before & _OF_OTHERS:
            return told
    named, certain = _sex_of_name(given, others)
    said = {call.sex for call in calls if call.sex}
    hints = {call.hint for call in calls if call.hint}
    if said:
        return said.pop() if len(said | {named} - {""}) == 1 else ""
    return named if certain and (not hints or named in hints) else ""


def _sex_of_name(given: str, others: Iterable[str]) -> tuple[str, bool]:
    """Return the sex the first of the names tells that tells one, and whether hardly anybody else bears it."""
    for word in (given, *others):
        stat = first_name(word) if len(word) > 1 else None
        if stat is not None:
            told = "Female" if stat.p_female >= _SURE else "Male" if stat.p_female <= 1 - _SURE else ""
            return told, stat.weight >= _BORNE and not 1 - _CERTAIN < stat.p_female < _CERTAIN
    return "", False
