"""Ladders: what may stand instead of some words, the closest first."""

import re
from functools import cache

from gyges.anonymizers.subjectwise._tables import table
from gyges.anonymizers.wording import stays
from gyges.reading import OccupationCue, Place, find_places

__all__ = ["age_rungs", "code_rungs", "job_rungs", "organisation_rungs", "place_rungs", "quoted_rungs", "word_ladders"]

_NUMBERED = re.compile(
    r"(?:\b(?:nos?|numbers?|refs?|ids?|codes?|e?-?mails?|phones?|tel|fax|mobile|cell|address(?:es)?|licen[cs]es?|passports?|"
    r"accounts?|plates?|tags?)\b\.?|[#(:№\"“‘'/|,])\s*$",
    re.IGNORECASE,
)
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
_AGED = re.compile(r"\b(?:aged?|years? old|year-old|y/?o|yrs?)\b", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"(?P<lead>(?:[Ee]ven )?(?:at|in my|in his|in her|in their|in the|in|turned|turning))\b", re.IGNORECASE
)
_SAID = re.compile(r"(?P<lead>(?P<who>I|we|you|they|he|she)(?P<be>['’](?:m|re|s)| am| are| is))\b", re.IGNORECASE)
_PLURAL = re.compile(r"(?<![su])s$|ies$|men$|people$")
_LINK = re.compile(r"\s(?:of|in|at|for|de|der)(?:\sthe)?\s$")
_PUBLIC = frozenset(("authority", "court", "police", "army", "university", "hospital", "school"))
_LIGHT = frozenset(("the", "of", "republic", "state", "city", "north", "south", "east", "west", "new"))


@cache
def word_ladders(section: str) -> dict[str, tuple[str, ...]]:
    """Return the words of a section of the table of words with their ladders."""
    return {word: tuple(rungs) for word, rungs in table("words")[section].items()}


def place_rungs(place: Place) -> tuple[str, ...]:
    """Return the ladder of a place: only its kind, as a country already tells a nationality."""
    return (table("words")["places"][place.kind],)


def organisation_rungs(words: str, kind: str) -> tuple[str, ...]:
    """Return the ladder of an organisation: without the place in its name, then its kind, then that it is one.

    Example:
        >>> organisation_rungs("Polish Government", "authority")
        ('Government', 'an authority', 'an organisation')
    """
    general = (table("words")["organisations"].get(kind, "an organisation"), "an organisation")
    bare = _without_places(words) if kind in _PUBLIC else ""
    return tuple(dict.fromkeys((bare, *general) if bare else general))


def _without_places(words: str) -> str:
    """Return the name of an organisation without the places in it; empty if none is there, or nothing else."""
    left, last = [], 0
    places = find_places(words)
    for place in places:
        left.append(_LINK.sub("", words[last : place.start]))
        last = place.end
    bare = " ".join("".join([*left, words[last:]]).replace("()", " ").split()).strip(" ,-'’")
    return bare if places and bare[:1].isupper() and bare.lower() not in _LIGHT else ""


def job_rungs(job: OccupationCue) -> tuple[str, ...]:
    """Return the ladder of a job: its sector, then that somebody works, then that somebody is there."""
    plural = bool(_PLURAL.search(job.text.lower()))
    sector = table("words")["sectors"].get(job.sector or "", "worker")
    one, many = (sector, "worker", "person"), (f"{sector}s", "workers", "people")
    return tuple(dict.fromkeys(many if plural else one))


def code_rungs(text: str, start: int, kind: str) -> tuple[str, ...]:
    """Return the ladder of a code: what it is, or an ellipsis where a label before it has said so."""
    if _NUMBERED.search(text, max(0, start - 12), start):
        return ("…",)
    return (table("words")["codes"][kind],)


def age_rungs(words: str) -> tuple[str, ...]:
    """Return the ladder of words that tell an age."""
    if _BORN.search(words):
        return ("born some time ago", "from there", "")
    said = _SAID.match(words)
    if said is not None:  # "he's only 17": "they're of some age"
        lead_in = (
            said["lead"]
            if said["who"].lower() not in {"he", "she"}
            else ("they are" if said["be"][:1] == " " else "they're")
        )
        if said["who"][:1].isupper():
            lead_in = lead_in[:1].upper() + lead_in[1:]
        return (f"{lead_in} of some age",)
    if _AGED.search(words):
        return ("of some age", "")
    lead = _PREPOSITION.match(words)
    return (f"{lead['lead'].split()[0]} some stage", "now") if lead else ("of some age", "")


def quoted_rungs(words: str, tag: str) -> tuple[str, ...]:
    """Return a ladder for words of which only is known that an attacker quotes them for a tag."""
    lowered = words.lower()
    if stays(words):
        return (words,)
    for section in ("EDUCATION", "OCCUPATION", "QUOTED"):
        if lowered in word_ladders(section):
            return word_ladders(section)[lowered]
    if tag == "NAME":
        return ("someone",)
    if tag == "AGE" and any(map(str.isdigit, words)):
        return age_rungs(words)
    first = lowered.split(maxsplit=1)[0] if lowered.split() else ""
    if tag == "OCCUPATION" and first in word_ladders("OCCUPATION"):
        return word_ladders("OCCUPATION")[first]  # "represented before the Court"
    if tag == "OCCUPATION" and lowered.endswith("ed"):
        return ("involved", "")
    if lowered.endswith("ing") and tag == "OCCUPATION":
        return ("doing", "")
    instead = table("words")["instead"].get(tag, "")
    return tuple(dict.fromkeys((f"{instead}s" if instead and _PLURAL.search(lowered) else instead, "")))
