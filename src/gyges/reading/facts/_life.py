"""Relationships and ages: bonds of both sides, ages stated, by birth date, by school year or life event."""

from collections.abc import Iterator
from itertools import pairwise

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import kin_words
from gyges.reading.page._forms import patterns
from gyges.reading.page._phrases import find_phrases
from gyges.reading.people._draft import PersonDraft, Told
from gyges.reading.people._owners import Owners

_YOU_ARE, _TEACHES, _TAUGHT = patterns("age_facts", "you_are teaches taught")
_WIDEST = 10
_ITSELF = frozenset({"pronoun", "voice", "name"})  # kinds of mentions that open words for an age


def age_value(low: int, high: int) -> str:
    """Return an age in the form of the taxonomy."""
    return str(low) if low == high else f"{low}-{high}"


def read_ages(owners: Owners) -> Iterator[Told]:
    """Give every age to its owner."""
    for cue in owners.cues.ages:
        taught = cue.kind == "school" and _is_taught(owners.text, cue.start, cue.end)
        if taught or cue.high - cue.low > _WIDEST:
            continue
        person = _spoken_to(owners, cue.start) or _subject(owners, cue.start) or owners.of(cue.start, cue.end)
        if person is None and cue.certainty >= 4:
            person = owners.voices.at(cue.start)
        yield Told(person, "AGE", age_value(cue.low, cue.high), cue.certainty, cue.start, cue.end, f"age {cue.kind}")


def _subject(owners: Owners, start: int) -> PersonDraft | None:
    """Return whom the words of an age open with: the "she" of "She is twenty-four"."""
    here = owners.between(start, start + 1)
    return here[0].person if here and here[0].kind in _ITSELF and not here[0].owns else None


def _spoken_to(owners: Owners, start: int) -> PersonDraft | None:
    """Return the other one of two who talk, where one says "you are 51"."""
    return owners.voices.other(start) if _YOU_ARE.search(owners.text[max(0, start - 12) : start + 8]) else None


def _is_taught(text: str, start: int, end: int) -> bool:
    """Tell whether a school year is the one somebody teaches: "teaches Grade 9", "after Form 2 mathematics"."""
    return bool(_TEACHES.search(text, max(0, start - 40), start) or _TAUGHT.match(text, end))


_DIED, _LOST, _SOON = patterns("bonds", "died lost soon")
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
