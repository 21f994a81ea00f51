"""Kin without a name and a name without a tie may be one: "his wife" and the "Lavenia" nobody explained."""

from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot

__all__ = ["join_kin"]

_GROUPS = frozenset({"spouse", "partner", "child"})
_REACH = 320  # code points between the name and the tie
_SURE = 4


def join_kin(draft: Draft, spots: list[Spot]) -> list[Spot]:
    """Join kin without a name with the one person near by who is called by a single name and tied to nobody.

    Args:
        draft: The people so far.
        spots: Where they are spoken of.

    Returns:
        The mentions, with those who were joined.
    """
    joined: dict[int, PersonDraft] = {}
    for kin in [person for person in draft.people if person.kin_of is not None and not person.names]:
        known = kin_words().get(kin.kin_of[0]) if kin.kin_of else None
        if known is None or known.group not in _GROUPS or kin.dead:
            continue
        fitting = [person for person in draft.people if _may_be(draft, person, kin)]
        if len(fitting) == 1 and _near(fitting[0], kin):
            joined[id(kin)] = draft.merge(fitting[0], kin)
    if not joined:
        return spots
    return [
        Spot(spot.start, spot.end, joined.get(id(spot.person), spot.person), spot.kind, spot.owns) for spot in spots
    ]


def _may_be(draft: Draft, person: PersonDraft, kin: PersonDraft) -> bool:
    if kin.kin_of is None or not person.names or person.kin_of is not None or person is draft.author:
        return False
    owner, name = kin.kin_of[1], person.name or ""
    if person is owner or person is draft.main or " " in name or not name[:1].isupper() or not name.isalpha():
        return False
    known = kin_words().get(kin.kin_of[0])
    close = owner is draft.author or (known is not None and known.group == "child")
    if close and any(fact.cue == "title" for fact in person.facts):
        return False  # nobody calls their own husband "Mr Odhiambo", or a child
    sex = kin.knows("SEX")
    return sex is not None and _sex(person) == sex


def _sex(person: PersonDraft) -> str | None:
    sure = [fact for fact in person.facts if fact.tag == "SEX" and fact.certainty >= _SURE]
    return sure[0].value if sure else None


def _near(person: PersonDraft, kin: PersonDraft) -> bool:
    first = kin.first_seen
    return any(abs(mention.start - first) <= _REACH for mention in person.mentions)
