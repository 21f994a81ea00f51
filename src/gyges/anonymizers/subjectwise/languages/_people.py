"""Words for people: a broader one of the same gender and number, so that all around them still agrees."""

import re
from collections.abc import Mapping
from functools import cache

from gyges.anonymizers._toml import read_toml
from gyges.anonymizers.subjectwise.languages._slots import find_slot
from gyges.anonymizers.subjectwise.languages._swap import LanguageSwap
from gyges.anonymizers.subjectwise.languages._table import LanguageWriting, SpanPattern
from gyges.reading.details import Detail

__all__ = ["anybody_swap", "demonym_swap", "is_partner", "is_refuted", "job_swap", "kin_swap", "matching", "may_go"]

_GENDERS = {"Male": "m", "Female": "f"}
_PARTNERS = frozenset({"wife", "husband", "spouse", "partner", "girlfriend", "boyfriend", "fiancé", "fiancée"})
_NO_WORK = frozenset({"retired", "home", "jobless", "learning"})  # groups of those who need not work
_FORMER = re.compile(r"(?:ex|late)[- ]?")
_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"[\w-]+$")
_ENDS = re.compile(r"[,.;:!?)\n]|$| [^\W\d_A-ZÄÖÜ]")  # no noun follows
_LISTED_BEFORE = re.compile(r"(?:, |\()$")
_LISTED_AFTER = re.compile(r"(?:,|\)|;|\.(?=\s|$))")


@cache
def _groups() -> dict[str, str]:
    """Return the group of every English word for a job."""
    table = read_toml("gyges.anonymizers.subjectwise.languages", "tables", "job_groups.toml")
    return {word: group for group, words in table["groups"].items() for word in words}


def job_group(value: str) -> str:
    """Return the group an English job belongs to, by its last words first; ``other`` where none is known.

    Example:
        >>> job_group("Bus Driver"), job_group("Ward Nurse"), job_group("Wizard")
        ('driving', 'health', 'other')
    """
    words = [word.lower() for word in _WORD.findall(value)]
    ends = (" ".join(words[place:]) for place in range(len(words)))
    parts = reversed(words)
    return next((_groups()[word] for word in (*ends, *parts) if word in _groups()), "other")


def is_partner(value: str) -> bool:
    """Tell whether an English word for kin is one for a partner, also a former or late one."""
    return _FORMER.sub("", value, count=1) in _PARTNERS or value == "ex"


def is_refuted(text: str, detail: Detail, writing: LanguageWriting) -> bool:
    """Tell whether the article before a word shows that it is no word for that person: "mit der Leiter"."""
    gender = _GENDERS.get(detail.sex, "")
    return bool(gender) and not find_slot(text, detail.start, writing, gender=gender).agrees


def job_swap(text: str, detail: Detail, writing: LanguageWriting) -> LanguageSwap | None:
    """Return broader words for a job, up to one for anybody; None where the table has none or no gender is told."""
    named = job_group(detail.value)
    groups = [writing.jobs.get(named), writing.jobs.get("other") if named not in _NO_WORK else None]
    slot = find_slot(text, detail.start, writing)
    if slot.readings and slot.kept is None:  # "my man" would be a husband
        groups.append(writing.jobs.get("anybody"))
    rungs = (_person(text, detail.start, detail.end, detail, one, writing) for one in groups if one is not None)
    words = tuple(dict.fromkeys(rung for rung in rungs if rung))
    dropped = re.search(
        rf"(?<!\w)(?:{writing.people.get('dropped', '(?!)')}) $", text[max(0, detail.start - 30) : detail.start]
    )
    start = detail.start - len(dropped.group()) if dropped is not None else detail.start
    return LanguageSwap(start, detail.end, words) if words else None


def anybody_swap(text: str, detail: Detail, writing: LanguageWriting) -> LanguageSwap | None:
    """Return a word for anybody of the gender that an article tells: "die Witwe", "die Frau"."""
    slot = find_slot(text, detail.start, writing)
    forms = writing.jobs.get("anybody")
    if forms is None or not slot.readings or slot.kept is not None or not _ENDS.match(text, detail.end):
        return None
    word = _person(text, detail.start, detail.end, detail, forms, writing)
    return LanguageSwap(detail.start, detail.end, (word,)) if word else None


def kin_swap(text: str, detail: Detail, writing: LanguageWriting) -> LanguageSwap | None:
    """Return words for a partner that do not tell who is married."""
    last = _LAST_WORD.search(text[detail.start : detail.end])
    start = detail.start + last.start() if last is not None else detail.start
    former = start == detail.start and detail.value.startswith("ex")
    groups = [writing.kin.get("former" if former else "partner"), writing.kin.get("near")]
    rungs = (_person(text, start, detail.end, detail, one, writing) for one in groups if one is not None)
    words = tuple(dict.fromkeys(rung for rung in rungs if rung))
    return LanguageSwap(start, detail.end, words) if words else None


def _person(text: str, start: int, end: int, detail: Detail, forms: Mapping[str, str], writing: LanguageWriting) -> str:
    """Return a word for somebody in the gender, number and case of the one that stands there."""
    shown = text[start:end]
    gender = _GENDERS.get(detail.sex) or _gender_by_form(shown, writing)
    slot = find_slot(text, start, writing, gender=gender)
    if not gender:
        told = next((one.gender for one in slot.readings), "")
        gender = told if told in {"m", "f"} else ""
    if not gender:
        return _like(shown, forms.get("x", ""))
    many = slot.many or re.search(writing.people.get("plural", "(?!)"), shown) is not None
    word = forms.get(f"{gender}p" if many else gender, "")
    head, blank, tail = word.partition(" ")
    if slot.readings and slot.case == "gen" and gender == "m" and not many:
        head += writing.people.get("genitive", "")
    if many and gender == "m" and slot.readings and slot.case == "dat" and not head.endswith("n"):
        head += writing.people.get("dative_plural", "")
    return _like(shown, head + blank + tail) if word else ""


def _gender_by_form(shown: str, writing: LanguageWriting) -> str:
    """Return the gender that the ending of a word tells, for words of which the reader knows no sex."""
    feminine = writing.people.get("feminine")
    return "f" if feminine and re.search(feminine, shown) else ""


def _like(shown: str, new: str) -> str:
    return new[:1].upper() + new[1:] if shown[:1].isupper() else new


def demonym_swap(text: str, detail: Detail, writing: LanguageWriting, home: bool) -> LanguageSwap | None:
    """Return what stands for a word for where somebody comes from; None where nothing has to, or nothing is known."""
    shown = text[detail.start : detail.end]
    for pattern in writing.demonyms:
        match = matching(text, detail.start, detail.end, pattern)
        if match is None:
            continue
        new = pattern.home if home else pattern.new
        if new == shown:
            return None
        if new:
            ending = match.groupdict().get("e") or ""
            return LanguageSwap(detail.start, detail.end, (_like(shown, new.format(e=ending)),))
        group = writing.kin.get("home" if home else "abroad")
        word = _person(text, detail.start, detail.end, detail, group, writing) if group is not None else ""
        return LanguageSwap(detail.start, detail.end, (word,)) if word else None
    return None


def may_go(text: str, start: int, end: int, writing: LanguageWriting) -> bool:
    """Tell whether words that only describe can go: listed between commas or in brackets, or right before a noun."""
    ends = _LISTED_AFTER.match(text, end) or re.match(
        rf" (?:{writing.people.get('and', '(?!)')}) ", text[end : end + 8]
    )
    if _LISTED_BEFORE.search(text, max(0, start - 2), start) and ends:
        return True
    shown, follows = text[start:end], text[end : end + 2]
    noun = follows[:1] == " " and follows[1:].isupper()  # where nouns have capitals, one follows its adjective
    return noun and shown.islower() and bool(find_slot(text, start, writing).readings)


def matching(text: str, start: int, end: int, pattern: SpanPattern) -> re.Match[str] | None:
    """Return how a pattern fits a span and what stands around it."""
    if pattern.before is not None and not pattern.before.search(text[max(0, start - 40) : start]):
        return None
    if pattern.after is not None and not pattern.after.match(text, end):
        return None
    return pattern.pattern.fullmatch(text[start:end])
