"""Broader words for what somebody is, where the sentence has room: ages, relatives, nationalities."""

import re
import tomllib
from functools import cache
from importlib.resources import files

from gyges.anonymizers.replacement.broader._attributes import counted
from gyges.anonymizers.replacement.broader._edit import fitted
from gyges.anonymizers.replacement.broader._places import Phrase, broader_people
from gyges.reading.english import usual_tag
from gyges.reading.ladders import ten_years
from gyges.reading.lookups import number_words
from gyges.records import Edit

_BEFORE = 24
_OWNED = re.compile(
    r"^(his|her|their|my|our|your)\s(?:(late|elder|older|younger|eldest|youngest|only|own|little|big)\s)?",
    re.IGNORECASE,
)
_IS_OWNED = re.compile(
    r"(?:\b(?:his|her|their|my|our|your)|['’]s)\s(?:(?:late|elder|older|younger|eldest|youngest|only|own)\s)?$",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"\b(?:in|into|speaks?|spoke|speaking|learn\w*|fluent|language|interpreter|translat\w+|from the)[\s(]+$",
    re.IGNORECASE,
)
_IS = re.compile(r"\b(?:is|am|was|are|were|be|been|being|'m|’m|'s|’s)\s(?:now\s|only\s|just\s)?$", re.IGNORECASE)
_TOLD = re.compile(  # "Ana Reis, 43", "Aoife N. (29", "[name], 62", "she is 43"
    r"(?:[A-Z][\w'’-]*[a-z][\w'’-]*\.?|[A-Z]\.|\]|[\"”])(?:,\s|\s\(|,\s\()$|[,:]\s[FM],\s$|\b[Aa]ged?:?\s$"
    r"|\b(?:I am|I['’]m|[Ss]?[Hh]e (?:is|was)|[Ss]?[Hh]e['’]s|who is|are)\s$"
)
_AT = re.compile(r"\bat\s$", re.IGNORECASE)
_CALLED = re.compile(r"(?:aged?\s)?(\d{1,3})(?:[\s-]years?[\s-]old|\syears of age)?", re.IGNORECASE)
_TEEN, _ADULT, _OLDEST = 13, 20, 115


@cache
def _kin_nouns() -> dict[str, str]:
    packed = files("gyges.anonymizers.replacement") / "pools" / "kin_nouns.toml"
    return {str(word): str(other) for word, other in tomllib.loads(packed.read_text(encoding="utf-8")).items()}


def broader_person(text: str, start: int, end: int, *, floor: int = 0) -> Edit | None:
    """Return the edit that makes broader what somebody is; None for what is broad already or was not understood."""
    words, before = text[start:end], text[max(floor, start - _BEFORE) : start]
    return (
        _age(text, start, end, text[max(0, start - _BEFORE) : start])
        or _relative(words, start, end, before)
        or _people(text, start, end, floor)
    )


def _age(text: str, start: int, end: int, before: str) -> Edit | None:
    words = text[start:end]
    match = _CALLED.fullmatch(words)
    number = counted(match[1]) if match else number_words().get(words.lower())
    if number is None or number > _OLDEST:
        return None
    if match is not None and (match[0] != match[1] or (number >= _TEEN and _TOLD.search(before))):
        ages = ten_years(number)
        if "years" in words:
            ages = f"between {ages.replace('-', ' and ')}"
        return Edit(start, end, words.replace(match[1], ages), "DEM")
    if match is not None or not re.match(
        r"[.,;:)!?]|$| (?:when|and|but|or|now|to|with|who|this|next|last)\b", text[end : end + 8]
    ):
        return None
    return _age_in_words(number, start, end, before)


def _age_in_words(number: int, start: int, end: int, before: str) -> Edit | None:
    """Return "sixty-something", "a teenager", "as a child"; None where none of them fits."""
    if number >= _ADULT and not re.search(r"(?:\b(?:is|am|was|be|turn\w*|aged?|at|of)|['’](?:s|m)|,)\s$", before):
        return None
    if number >= _ADULT:
        tens = next((word for word, value in number_words().items() if value == number // 10 * 10), "")
        return Edit(start, end, f"{tens}-something", "DEM") if tens else None
    who = "a teenager" if number >= _TEEN else "a child"
    if _IS.search(before):
        return Edit(start, end, who, "DEM")
    at = _AT.search(before)
    return Edit(start - len(at[0]), end, f"{'As' if at[0][0] == 'A' else 'as'} {who}", "DEM") if at else None


def _relative(words: str, start: int, end: int, before: str) -> Edit | None:
    """Return a relative without the sex: "her husband" is "her partner"; only where it is said whose."""
    owned = _OWNED.match(words)
    noun = words[owned.end() :] if owned else words
    other = _kin_nouns().get(noun)
    if other is None or (owned is None and not _IS_OWNED.search(before)):
        return None
    return Edit(end - len(noun), end, other, "DEM")


def _people(text: str, start: int, end: int, floor: int) -> Edit | None:
    words = text[start:end]
    people = broader_people(words) if words[:1].isupper() and " " not in words else ""
    before = text[max(floor, start - _BEFORE) : start]
    if not people or words == "English" or _SPOKEN.search(before):
        return None
    following = re.match(r" ([a-z]+)", text[end : end + 16])
    if re.search(r"\b(?:his|her|my|their|your|our)\s$", before, re.IGNORECASE) and (
        following is None or usual_tag(following[1]) not in {"NN", "NNS"}
    ):
        return None  # "her Norwegian is better": a language
    if words.endswith("s") and usual_tag(words.lower()) != "JJ" and not words.endswith(("ss", "us")):
        people += "s"
    return fitted(text, start, end, Phrase(people), "DEM", floor=floor)
