"""Trades of one's own and schooling: "runs a noodle stall", "my orthodontics practice", degrees, school years."""

import re
from collections.abc import Iterator

from gyges.reading.facts._told import Told
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import patterns
from gyges.reading.page._phrases import find_phrases
from gyges.reading.people._owners import Owners

__all__ = ["read_schooling", "read_trades"]

_RUNS, _OWN = patterns("trade", "runs own")
_LEFT, _TEACHES, _OUT_OF, _PAST = patterns("schooled", "left teaches out_of past")
_IMPLIED = 3  # certainty of a job that is told by other words only
_NO_DIPLOMA = "No High School Diploma"


def read_trades(owners: Owners) -> Iterator[Told]:
    """Give shops and workshops to whoever runs them."""
    for form, certainty in ((_RUNS, 4), (_OWN, 3)):
        for match in owners.cues.page.each(form, cased=False):
            yield from _trade(owners, match, certainty)


def _trade(owners: Owners, match: re.Match[str], certainty: int) -> Iterator[Told]:
    start, end = match.span()
    spots = owners.between(start, start + 3) if certainty < 4 else []  # the owner is the one behind "her"
    person = spots[0].person if spots else owners.of(start, end, far=certainty >= 4)
    if person is None:
        return
    field = [word for word in match["what"].split() if word not in words("trade.no_field")]
    job = person.best("OCCUPATION")
    tells = len(field) > 1 or not words("trade.plain").issuperset(field)
    if tells and (job is None or job.certainty <= _IMPLIED):
        yield Told(person, "OCCUPATION", " ".join([*field, "owner"]).capitalize(), 3, start, end, "trade")
    yield Told(person, "POSITION", "Owner", certainty, start, end, "trade", first=True)


def read_schooling(owners: Owners) -> Iterator[Told]:
    """Give every degree and school year to its owner."""
    text = owners.text
    for phrase in find_phrases("school_phrases.tsv", owners.cues.page):
        start, end, value, certainty = phrase.start, phrase.end, phrase.value, phrase.certainty
        head = text[max(0, start - 40) : start]
        person = owners.of(start, end) if not _TEACHES.search(head) else None
        at_school = value in {"In High School", _NO_DIPLOMA}
        left = bool(_LEFT.search(head)) or text[start:end].lower().startswith(("left", "never", "dropped"))
        if at_school and left:
            value = _NO_DIPLOMA
        elif at_school and _PAST.search(head):
            value, certainty, left = _NO_DIPLOMA, 3 if _OUT_OF.search(head) else 2, True
        yield Told(person, "EDUCATION", value, certainty, start, end, "schooling")
        if certainty >= 3 and not left and (at_school or value == "In College"):
            yield Told(person, "OCCUPATION", "Student", 4, start, end, "schooling")
