"""Parts for people of whom a text says neither name nor part: what their job is, or what the text is about."""

import re

from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._owners import Owners
from gyges.reading.people.unnamed._words import pairs

__all__ = ["forget_faceless", "give_roles"]

_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_HEAD = 400  # code points in which a text says what it is
_OFTEN = 3  # mentions from which on a text is about somebody
_SURE = 4
_FACE = frozenset({"SEX", "OCCUPATION"})
_BY_ROLE = frozenset({"role", "pronoun"})  # kinds of spots
_NO_PART = frozenset({"Student", "Retired", "Unemployed"})
_FORMER = {"Male": "ex-husband", "Female": "ex-wife"}


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
    topic = _topic(draft)
    rest = [person for person in unknown if not person.roles and person is not draft.author]
    main = max(rest, key=lambda person: len(person.mentions), default=None)
    if topic and main is not None and len(main.mentions) >= _OFTEN and draft.with_role(topic) is None:
        main.roles.append(topic)
    for person in draft.people:
        _former(person)


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
    if gone:
        draft.people = [person for person in draft.people if id(person) not in gone]
        owners.spots = [spot for spot in owners.spots if id(spot.person) not in gone]


def _topic(draft: Draft) -> str:
    """Return the part of the one a text is about, by the words of its head: a clinic has a patient."""
    topics = pairs("topics")
    return next((topics[word] for word in _WORD.findall(draft.text[:_HEAD].lower()) if word in topics), "")


def _former(person: PersonDraft) -> None:
    """Tell whether an "ex" was a husband or a wife."""
    sex = person.knows("SEX")
    if person.kin_of is not None and person.kin_of[0] == "ex" and sex in _FORMER and not person.names:
        person.roles = [re.sub(r"\bex\b", _FORMER[sex], role) for role in person.roles]
