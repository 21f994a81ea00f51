"""Relationships: spouses and partners of both sides, and words such as "widowed" or "single"."""

from itertools import pairwise

from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.page._forms import patterns
from gyges.reading.page._phrases import find_phrases
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners

__all__ = ["read_bonds"]

_DIED, _BOUND, _LOST, _SOON, _THEY = patterns("bonds", "died bound lost soon they")
_DEATH = frozenset({"died", "passed", "killed", "ground", "buried", "deceased"})
_SIDES = {"engaged": "In Relation", "divorced": "Divorced", "separated": "Divorced", "divorcing": "Divorced"}
_MARRIED = frozenset({"wife", "husband", "spouse", "bride", "groom"})


def read_bonds(owners: Owners) -> None:
    """Give every bond to its owner."""
    for death in owners.cues.page.each(_DIED) if owners.cues.page.where_tokens(_DEATH) else ():
        gone = owners.of(death.start(), death.end(), far=False)
        if gone is not None and gone is not owners.voices.at(death.start()):
            gone.dead = True
    for person in list(owners.draft.people):
        if person.kin_of is not None:
            _tie(owners, person)
        elif person.knows("RELATIONSHIP") is None:
            _by_role(owners, person)
    _couples(owners)
    _weddings(owners)
    for phrase in find_phrases("bond_phrases.tsv", owners.cues.page):
        whose = owners.of(phrase.start, phrase.end)
        value = phrase.value
        if value == "Married" and _is_ahead(owners.cues.text, phrase.start, phrase.end):
            value = "In Relation"
        for person in _together(owners, phrase.start, whose) if whose is not None else ():
            person.learn("RELATIONSHIP", value, phrase.certainty, phrase.start, phrase.end, "bond word")


def _by_role(owners: Owners, person: PersonDraft) -> None:
    """A wife is married even where the text does not say whose wife she is; so are bride and groom."""
    words = {role.split()[0] for role in person.roles if role}
    if words & _MARRIED:
        where = person.place(owners.cues.text)
        person.learn("RELATIONSHIP", "Married", 4, where.start, where.end, "role")


def _is_ahead(text: str, start: int, end: int) -> bool:
    """Tell whether a wedding is still to come: "are getting married in June"."""
    word = text.lower().rfind("married", start, end)
    return bool(_SOON.search(text, max(0, start - 12), word if word >= 0 else start))


def _together(owners: Owners, start: int, whose: PersonDraft) -> list[PersonDraft]:
    """Return the one a bond word is about, and the other one of "Paolo and Giulia are ..."."""
    low, _ = owners.sentence(start)
    spots = [spot for spot in owners.between(low, start) if not spot.owns]
    for first, second in pairwise(spots[-3:]):
        if owners.cues.text[first.end : second.start] in {" and ", " & "} and second.person is whose:
            return [first.person, whose]
    return [whose]


def _couples(owners: Owners) -> None:
    """Tie the two people spoken of last where "they married"."""
    for match in owners.cues.page.each(_THEY) if "married" in owners.cues.text else ():
        pair = list(dict.fromkeys(s.person for s in reversed(owners.between(match.start() - 300, match.start()))))[:2]
        for person in pair if len(pair) == 2 else ():
            person.learn("RELATIONSHIP", "Married", 4, match.start(), match.end(), "couple")
        if len(pair) == 2:
            pair[0].kin_of = pair[0].kin_of or ("spouse", pair[1])


def _weddings(owners: Owners) -> None:
    """Read "I married Leonard in '67": both are married."""
    for match in owners.cues.page.each(_BOUND, cased=False):
        after = owners.between(match.end(), match.end() + 1)
        before = owners.of(match.start(), match.end(), far=False)
        if after and after[0].kind == "name" and before is not None and before is not after[0].person:
            for person in (before, after[0].person):
                value = _SIDES.get(match["how"], "Married")
                person.learn("RELATIONSHIP", value, 4, match.start(), match.end(), "wedding")


def _tie(owners: Owners, person: PersonDraft) -> None:
    """A wife is married, and so is the one whose wife she is, unless the tie is over."""
    if person.kin_of is None:
        return
    role, other = person.kin_of
    if role in {"mother-in-law", "father-in-law"} and other.knows("RELATIONSHIP") is None:
        where = person.place(owners.cues.text)
        other.learn("RELATIONSHIP", "Married", 4, where.start, where.end, "in-laws")
    former = role.startswith("former ")
    known = kin_words().get(role.removeprefix("former "))
    if known is None or known.group not in {"spouse", "partner", "former", "in-law"} or not known.ties:
        return
    start = min((m.start for m in person.mentions), default=0)
    lost = any(_LOST.search(owners.cues.text, max(0, m.start - 16), m.start) for m in person.mentions)
    person.dead = person.dead or (lost and known.group == "spouse")
    end = next((m.end for m in sorted(person.mentions, key=lambda m: m.start)), start + 1)
    value = "Divorced" if former or known.group == "former" else known.ties
    if other.dead and value == "Married":
        value = "Widowed"
    person.learn("RELATIONSHIP", value, 4 if former else 5, start, end, "kin word")
    if known.group == "in-law":
        return
    if person.dead:
        other.learn("RELATIONSHIP", "Widowed", 5, start, end, "dead spouse")
    else:
        other.learn("RELATIONSHIP", value, 4 if former else 5, start, end, "kin word")
