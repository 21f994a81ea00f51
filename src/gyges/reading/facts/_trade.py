"""Trades of one's own: "runs a noodle stall", "her nail studio", "my orthodontics practice"."""

import re

from gyges.reading._reading import ReadFact
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import patterns
from gyges.reading.people._owners import Owners

__all__ = ["read_trades"]

_HOUSES = (
    "shop|stall|restaurant|café|cafe|bakery|salon|studio|garage|practice|firm|company|business|store|hotel|guesthouse"
    "|guest house|bar|pub|sawmill|mill|workshop|eatery|kiosk|boutique|agency|brewery|bookshop|pharmacy|laundry"
    "|barbershop|food truck|food stall|nursery|inn|hostel|diner|tavern|smithy|foundry|vineyard|warung|shebeen"
)
_RUNS, _OWN = patterns("trade", "runs own")
_PLAIN = frozenset({"business", "company", "firm", "store", "shop", "practice", "agency"})
_NO_FIELD = words("trade.no_field")
_OWNER, _IMPLIED = "Owner", 3


def read_trades(owners: Owners) -> None:
    """Give shops and workshops to whoever runs them."""
    low = owners.cues.page.caseless
    for match in _RUNS.finditer(low):
        _learn(owners, match, 4)
    for match in _OWN.finditer(low):
        _learn(owners, match, 3)


def _learn(owners: Owners, match: re.Match[str], certainty: int) -> None:
    start, end = match.span()
    spots = owners.between(start, start + 3) if certainty < 4 else []  # the owner is the one behind "her"
    person = spots[0].person if spots else owners.of(start, end, far=certainty >= 4)
    if person is None:
        return
    words = [word for word in match["what"].split() if word not in _NO_FIELD]
    job = " ".join(words) + " owner"
    tells = len(words) > 1 or not _PLAIN.issuperset(words)
    if tells and _knows_little(person.best("OCCUPATION")):
        person.learn("OCCUPATION", job.capitalize(), 3, start, end, "trade")
    if person.best("POSITION") is None:
        person.learn("POSITION", _OWNER, certainty, start, end, "trade")


def _knows_little(job: ReadFact | None) -> bool:
    """Whether a job is not told, or only implied."""
    return job is None or job.certainty <= _IMPLIED
