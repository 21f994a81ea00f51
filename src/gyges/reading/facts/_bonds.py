"""Relationships: spouses and partners of both sides, and words such as "widowed" or "single"."""

from collections.abc import Iterator
from itertools import pairwise

from gyges.reading.facts._told import Told
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.page._forms import patterns
from gyges.reading.page._phrases import find_phrases
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners

__all__ = ["read_bonds"]

_DIED, _BOUND, _LOST, _SOON, _THEY = patterns("bonds", "died bound lost soon they")
_SIDES = {"engaged": "In Relation", "divorced": "Divorced", "separated": "Divorced", "divorcing": "Divorced"}
_MARRIED = frozenset({"wife", "husband", "spouse", "bride", "groom"})
_TIES = frozenset({"spouse", "partner", "former", "in-law"})
_TAG = "RELATIONSHIP"


def read_bonds(owners: Owners) -> Iterator[Told]:
    """Give every bond to its owner."""
    for death in owners.cues.page.each(_DIED) if owners.cues.page.where_tokens(words("bonds.death")) else ():
        gone = owners.of(*death.span(), far=False)
        if gone is not None and gone is not owners.voices.at(death.start()):
            gone.dead = True
    for person in list(owners.draft.people):
        if person.kin_of is not None:
            yield from _tie(owners, person, *person.kin_of)
        elif not _MARRIED.isdisjoint(role.split()[0] for role in person.roles if role):
            # a wife is married even where the text does not say whose wife she is; so are bride and groom
            yield Told(person, _TAG, "Married", 4, *owners.place(person), "role", first=True)
    yield from _couples(owners)
    yield from _weddings(owners)
    for phrase in find_phrases("bond_phrases.tsv", owners.cues.page):
        whose = owners.of(phrase.start, phrase.end)
        ahead = phrase.value == "Married" and _is_ahead(owners.text, phrase.start, phrase.end)
        for person in _together(owners, phrase.start, whose) if whose is not None else ():
            value = "In Relation" if ahead else phrase.value
            yield Told(person, _TAG, value, phrase.certainty, phrase.start, phrase.end, "bond word")


def _is_ahead(text: str, start: int, end: int) -> bool:
    """Tell whether a wedding is still to come: "are getting married in June"."""
    word = max(0, text[start:end].lower().rfind("married"))
    return bool(_SOON.search(text, max(0, start - 12), start + word))


def _together(owners: Owners, start: int, whose: PersonDraft) -> list[PersonDraft]:
    """Return the one a bond word is about, and the other one of "Paolo and Giulia are ..."."""
    low, _ = owners.sentence(start)
    spots = [spot for spot in owners.between(low, start) if not spot.owns]
    for first, second in pairwise(spots[-3:]):
        if owners.text[first.end : second.start] in {" and ", " & "} and second.person is whose:
            return [first.person, whose]
    return [whose]


def _couples(owners: Owners) -> Iterator[Told]:
    """Tie the two people spoken of last where "they married"."""
    for match in owners.cues.page.each(_THEY) if "married" in owners.text else ():
        start, end = match.span()
        pair = list(dict.fromkeys(s.person for s in reversed(owners.between(start - 300, start))))[:2]
        if len(pair) == 2:
            yield from (Told(person, _TAG, "Married", 4, start, end, "couple") for person in pair)
            pair[0].kin_of = pair[0].kin_of or ("spouse", pair[1])


def _weddings(owners: Owners) -> Iterator[Told]:
    """Read "I married Leonard in '67": both are married."""
    for match in owners.cues.page.each(_BOUND, cased=False):
        start, end = match.span()
        after = owners.between(end, end + 1)
        before = owners.of(start, end, far=False)
        if after and after[0].kind == "name" and before is not None and before is not after[0].person:
            for person in (before, after[0].person):
                yield Told(person, _TAG, _SIDES.get(match["how"], "Married"), 4, start, end, "wedding")


def _tie(owners: Owners, person: PersonDraft, role: str, other: PersonDraft) -> Iterator[Told]:
    """A wife is married, and so is the one whose wife she is, unless the tie is over."""
    if role in {"mother-in-law", "father-in-law"}:
        yield Told(other, _TAG, "Married", 4, *owners.place(person), "in-laws", first=True)
    former = role.startswith("former ")
    known = kin_words().get(role.removeprefix("former "))
    if known is None or known.group not in _TIES or not known.ties:
        return
    mentions = sorted(person.mentions, key=lambda mention: mention.start)
    lost = any(_LOST.search(owners.text, max(0, one.start - 16), one.start) for one in mentions)
    person.dead = person.dead or (lost and known.group == "spouse")
    start, end = (mentions[0].start, mentions[0].end) if mentions else (0, 1)
    value, certainty = "Divorced" if former or known.group == "former" else known.ties, 4 if former else 5
    if other.dead and value == "Married":
        value = "Widowed"
    yield Told(person, _TAG, value, certainty, start, end, "kin word")
    if person.dead and known.group != "in-law":
        yield Told(other, _TAG, "Widowed", 5, start, end, "dead spouse")
    elif known.group != "in-law":
        yield Told(other, _TAG, value, certainty, start, end, "kin word")
