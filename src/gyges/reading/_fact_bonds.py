"""Relationships: spouses and partners of both sides, and words such as "widowed" or "single"."""

import re

from gyges.reading._draft import PersonDraft
from gyges.reading._lexicon import kin_words
from gyges.reading._owners import Owners
from gyges.reading._phrases import find_phrases

__all__ = ["read_bonds"]

_DIED = re.compile(r"\b(?:died|passed away|has died|was killed|in the ground|was buried|deceased)\b", re.IGNORECASE)
_DEATH = frozenset({"died", "passed", "killed", "ground", "buried", "deceased"})
_MARRIED = re.compile(r"\b(?:married|wed) (?:to )?", re.IGNORECASE)
_THEY = re.compile(r"\b(?:they|the couple|the two) (?:were |got |are |have been )?married\b", re.IGNORECASE)


def read_bonds(owners: Owners) -> None:
    """Give every bond to its owner."""
    for death in _DIED.finditer(owners.cues.text) if _DEATH & {token.lower for token in owners.cues.tokens} else ():
        gone = owners.of(death.start(), death.end(), far=False)
        if gone is not None and gone is not owners.voices.at(death.start()):
            gone.dead = True
    for person in list(owners.draft.people):
        if person.kin_of is not None:
            _tie(owners, person)
    _couples(owners)
    _weddings(owners)
    for phrase in find_phrases("bond_phrases.tsv", owners.cues.text):
        whose = owners.of(phrase.start, phrase.end)
        if whose is not None:
            whose.learn("RELATIONSHIP", phrase.value, phrase.certainty, phrase.start, phrase.end, "bond word")


def _couples(owners: Owners) -> None:
    """Tie the two people spoken of last where "they married"."""
    for match in _THEY.finditer(owners.cues.text) if "married" in owners.cues.text else ():
        pair = list(dict.fromkeys(s.person for s in reversed(owners.between(match.start() - 300, match.start()))))[:2]
        for person in pair if len(pair) == 2 else ():
            person.learn("RELATIONSHIP", "Married", 4, match.start(), match.end(), "couple")


def _weddings(owners: Owners) -> None:
    """Read "I married Leonard in '67": both are married."""
    for match in _MARRIED.finditer(owners.cues.text) if "married " in owners.cues.text else ():
        after = owners.between(match.end(), match.end() + 1)
        before = owners.of(match.start(), match.end(), far=False)
        if after and after[0].kind == "name" and before is not None and before is not after[0].person:
            for person in (before, after[0].person):
                person.learn("RELATIONSHIP", "Married", 4, match.start(), match.end(), "wedding")


def _tie(owners: Owners, person: PersonDraft) -> None:
    """A wife is married, and so is the one whose wife she is, unless the tie is over."""
    if person.kin_of is None:
        return
    role, other = person.kin_of
    former = role.startswith("former ")
    known = kin_words().get(role.removeprefix("former "))
    if known is None or known.group not in {"spouse", "partner", "former", "in-law"} or not known.ties:
        return
    start = min((m.start for m in person.mentions), default=0)
    end = next((m.end for m in sorted(person.mentions, key=lambda m: m.start)), start + 1)
    value = "Divorced" if former or known.group == "former" else known.ties
    person.learn("RELATIONSHIP", value, 4 if former else 5, start, end, "kin word")
    if known.group == "in-law":
        return
    if person.dead:
        other.learn("RELATIONSHIP", "Widowed", 5, start, end, "dead spouse")
    else:
        other.learn("RELATIONSHIP", value, 4 if former else 5, start, end, "kin word")
