"""Spans for a masker: names, codes, places, organisations, dates, and words that describe somebody."""

from gyges.reading.lexicon._load import words
from gyges.reading.people._draft import Draft
from gyges.reading.people._owners import Owners

__all__ = ["mark_spans"]

_DIRECT_CODES = words("direct_codes")


def mark_spans(draft: Draft, owners: Owners) -> None:
    """Mark what stands in a text and may identify somebody."""
    cues = owners.cues
    people = {spot.start: spot.person for spot in owners.spots if spot.kind == "name"}
    for name in cues.names:
        draft.mark(name.start, name.end, "PERSON", direct=name.kind != "initials", person=people.get(name.start))
    for code in cues.codes:
        draft.mark(code.start, code.end, "CODE", direct=code.kind in _DIRECT_CODES)
    for place in cues.places:
        draft.mark(place.start, place.end, "DEM" if place.kind == "demonym" else "LOC")
    for org in cues.organisations:
        draft.mark(org.start, org.end, "ORG")
    for date in cues.dates:
        draft.mark(date.start, date.end, "DATETIME")
    for start, end in [(age.start, age.end) for age in cues.ages] + [(job.start, job.end) for job in cues.occupations]:
        draft.mark(start, end, "DEM")
    for spot in owners.spots:
        if spot.kind == "kin":
            draft.mark(spot.start, spot.end, "DEM", person=spot.person)
