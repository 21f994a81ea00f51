"""Once a text is read: who turns out to be one, which part people without one play, and who was nobody."""

import re
from itertools import islice

from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot, moved
from gyges.reading.people._nouns import noun_pairs, role_head
from gyges.reading.people._owners import Owners

__all__ = ["forget_faceless", "give_roles", "join_kin", "join_named"]

_GROUPS = frozenset({"spouse", "partner", "child"})
_REACH = 320  # code points between the name and the tie
_SURE = 4
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_HEAD = 400  # code points in which a text says what it is
_OFTEN = 3  # mentions from which on a text is about somebody
_FACE = frozenset({"SEX", "OCCUPATION"})
_BY_ROLE = frozenset({"role", "pronoun"})  # kinds of spots
_NO_PART = frozenset({"Student", "Retired", "Unemployed"})
_FORMER = {"Male": "ex-husband", "Female": "ex-wife"}


def join_kin(draft: Draft, spots: list[Spot]) -> list[Spot]:
    """Join kin without a name with the one person near by who is called by a single name and tied to nobody.

    "His wife" and the "Lavenia" nobody explained may be one.

    Args:
        draft: The people so far.
        spots: Where they are spoken of.

    Returns:
        The mentions, with those who were joined.
    """
    joined: dict[int, PersonDraft] = {}
    for kin in [person for person in draft.people if person.kin_of is not None and not person.names]:
        tie, sex = kin_words().get(kin.kin_of[0]) if kin.kin_of is not None else None, kin.knows("SEX")
        if tie is None or tie.group not in _GROUPS or kin.dead or sex is None:
            continue
        fitting = list(islice((one for one in draft.people if _may_be(draft, one, kin, tie.group, sex)), 2))
        if len(fitting) == 1 and any(abs(one.start - kin.first_seen) <= _REACH for one in fitting[0].mentions):
            joined[id(kin)] = draft.merge(fitting[0], kin)
    return moved(spots, joined)


def _may_be(draft: Draft, person: PersonDraft, kin: PersonDraft, group: str, sex: str) -> bool:
    owner, name = kin.kin_of[1] if kin.kin_of is not None else None, person.name or ""
    if person.kin_of is not None or person in (draft.author, draft.main, owner):
        return False
    if not name.isalpha() or not name[0].isupper():
        return False
    if (owner is draft.author or group == "child") and any(fact.cue == "title" for fact in person.facts):
        return False  # nobody calls their own husband "Mr Odhiambo", or a child
    told = next((fact.value for fact in person.facts if fact.tag == "SEX" and fact.certainty >= _SURE), None)
    return told == sex


def join_named(draft: Draft, spots: list[Spot]) -> list[Spot]:
    """Join people known by a role only with the one named person whose job or rank it is; return the mentions then."""
    jobs: dict[str, list[PersonDraft]] = {}
    for person in draft.people:
        told = [f.value for f in person.facts if f.tag in {"OCCUPATION", "POSITION"} and f.certainty >= 3]
        for head in {role_head(value) for value in told} if person.names else ():
            jobs.setdefault(head, []).append(person)
    joined: dict[int, PersonDraft] = {}
    for person in list(draft.people):
        if person.names or person.masked or person.kin_of is not None or len(person.roles) != 1:
            continue
        fitting = jobs.get(role_head(person.roles[0]), [])
        sexes = {one.knows("SEX") for one in (*fitting, person)} - {None}
        if len(fitting) == 1 and len(sexes) < 2 and not person.roles[0].startswith("other "):
            joined[id(person)] = draft.merge(fitting[0], person)
    return moved(spots, joined)


def give_roles(draft: Draft) -> None:
    """Tell people without name and part by their job; the one the text is about by what texts of its kind are about.

    Args:
        draft: The people, their facts read.
    """
    unknown = [person for person in draft.people if not person.names and not person.roles and person.kin_of is None]
    for person in unknown:
        job = person.best("OCCUPATION")
        if job is not None and job.certainty >= _SURE and job.value not in _NO_PART and person is not draft.author:
            where = job.evidence[0]
            person.play(job.value.lower(), where.start, where.end)
    topics, head = noun_pairs("topics"), draft.text[:_HEAD].lower()  # a clinic has a patient
    topic = next((topics[word] for word in _WORD.findall(head) if word in topics), "")
    rest = [person for person in unknown if not person.roles and person is not draft.author]
    main = max(rest, key=lambda person: len(person.mentions), default=None)
    if topic and main is not None and len(main.mentions) >= _OFTEN and draft.with_role(topic) is None:
        main.roles.append(topic)
    for person in draft.people:
        sex = person.knows("SEX")
        if person.kin_of is not None and person.kin_of[0] == "ex" and sex in _FORMER and not person.names:
            person.roles = [re.sub(r"\bex\b", _FORMER[sex], role) for role in person.roles]


def forget_faceless(draft: Draft, owners: Owners) -> None:
    """Forget people told by a role alone, of whom neither sex nor job is known: "the applicants", "a respondent".

    Such words are as often an office or a turn of phrase as a person.

    Args:
        draft: The people, their facts read.
        owners: Who is spoken of where.
    """
    owned = {id(person.kin_of[1]) for person in draft.people if person.kin_of is not None}
    otherwise = {id(spot.person) for spot in owners.spots if spot.kind not in _BY_ROLE}
    gone = {
        id(person)
        for person in draft.people
        if not person.names
        and person.kin_of is None
        and person is not draft.author
        and id(person) not in owned | otherwise
        and not any(fact.tag in _FACE for fact in person.facts)
    }
    draft.people = [person for person in draft.people if id(person) not in gone]
    owners.spots = [spot for spot in owners.spots if id(spot.person) not in gone]
