"""Schooling: degrees, studies, school years."""

from gyges.reading.page._forms import patterns
from gyges.reading.page._phrases import find_phrases
from gyges.reading.people._owners import Owners

__all__ = ["read_schooling"]

_LEFT, _TEACHES, _OUT_OF, _PAST = patterns("schooled", "left teaches out_of past")


def read_schooling(owners: Owners) -> None:
    """Give every degree and school year to its owner."""
    text = owners.cues.text
    for phrase in find_phrases("school_phrases.tsv", owners.cues.page):
        head = text[max(0, phrase.start - 40) : phrase.start]
        if _TEACHES.search(head):
            continue
        person = owners.of(phrase.start, phrase.end)
        if person is None:
            continue
        value, certainty = phrase.value, phrase.certainty
        at_school = value in {"In High School", "No High School Diploma"}
        left = bool(_LEFT.search(head)) or text[phrase.start : phrase.end].lower().startswith(
            ("left", "never", "dropped")
        )
        if at_school and left:
            value = "No High School Diploma"
        elif at_school and _PAST.search(head):
            value, certainty = "No High School Diploma", 3 if _OUT_OF.search(head) else 2
            left = True
        person.learn("EDUCATION", value, certainty, phrase.start, phrase.end, "schooling")
        if certainty >= 3 and not left and (at_school or value == "In College"):
            person.learn("OCCUPATION", "Student", 4, phrase.start, phrase.end, "schooling")
