"""The individuals a case is about: applicants, claimants, the accused, by the formulas that introduce them."""

import re
from collections.abc import Sequence

from gyges.reading.genres.court._case import Call, Case
from gyges.reading.genres.court._table import formula, listed, words

__all__ = ["meet_parties"]

_BACK = 420
_LEAD = 60  # code points that "Both second complainants was " takes at most
_COUNTED = 600  # code points in which the parties are counted
_MOST = 7


def meet_parties(case: Case) -> None:
    """Add the parties."""
    nouns = words("parties")
    for person in case.draft.people:
        if (person.names or person.masked) and nouns & set(person.roles):
            case.parties.append(person)
    for match in case.find("parties.defined"):
        _introduced(case, match)
    for call in case.calls:
        titled = call.start < call.name or call.person.masked
        apposed = case.first("parties.apposed", max(0, call.start - _LEAD), call.start)
        if apposed is not None and (titled or case.text[apposed.end() - 2] in ",:"):
            _apposed(case, apposed, call)
    _choose_noun(case)
    if not case.parties and not case.company:
        _unnamed(case)
    _same_as_named(case)
    for person in case.parties:
        person.dead = person.dead and case.first("parties.dead") is not None


def _introduced(case: Case, match: re.Match[str]) -> None:
    """Add whom brackets define as the party: "by Ana Reis and Rui Dias (“the applicants”)"."""
    start = max(case.sentence(match.start())[0], match.start() - _BACK)
    head = max((by.end() for by in case.find("parties.by", start, match.start())), default=start)
    calls = case.called(head, match.start())
    if not match.group(3):
        calls = calls[-1:] if match.group(1) else calls[:1]
    said = {word.strip(".,()").lower() for word in case.text[head : match.start()].split()}
    if said & words("bodies") and "national" not in said:
        words_of_body = [call.person for call in calls if call.start == call.name and not call.person.masked]
        case.parties = [person for person in case.parties if person not in words_of_body]
        calls = [call for call in calls if call.person not in words_of_body]
        case.company = case.company or not calls
    _play(case, calls, match)


def _apposed(case: Case, match: re.Match[str], call: Call) -> None:
    """Add whom the noun stands before: "the applicants, Ms Ana Reis and Mr Rui Dias"."""
    calls = [call]
    if match.group(3):
        listed = case.called(match.end(), case.sentence(match.start())[1])
        calls = [one for one in listed if not formula("parties.goes_on").search(case.text, match.end(), one.start)]
    _play(case, calls, match)


def _play(case: Case, calls: Sequence[Call], match: re.Match[str]) -> None:
    noun, ordinal = match.group(2).lower(), (match.group(1) or "").lower()
    people = list(dict.fromkeys(call.person for call in calls[:_MOST]))
    for number, person in enumerate(people):
        several = bool(match.group(3)) and not ordinal and len(people) > 1
        person.play(f"{listed('ordinals')[number]} {noun}" if several else f"{ordinal}{noun}", *match.span(2))
        if person not in case.parties:
            case.parties.append(person)


def _choose_noun(case: Case) -> None:
    """Choose the noun for the parties: theirs, or the first that the text speaks of."""
    low = case.cues.page.caseless
    order = listed("parties")[:-1]  # a respondent alone is nobody a decision is about
    played = [last for person in case.parties for role in person.roles if (last := role.split()[-1]) in order]
    case.party = next(iter(played), next((noun for noun in order if f"the {noun}" in low), ""))


def _unnamed(case: Case) -> None:
    """Add the party where nobody was introduced, or as many as the text counts."""
    noun = case.party
    first = re.search(rf"\b[Tt]he {noun}(s?)\b", case.text) if noun else None
    if first is None:
        return
    known = next((one for one in case.draft.people if any(role.split()[-1] == noun for role in one.roles)), None)
    if known is not None:
        case.parties.append(known)
        return
    number = 0
    if re.search(rf"\b[Tt]he (?:(?:first|second) )?{noun}\b(?!s)", case.text):
        case.parties.append(case.draft.new_person().play(noun, *first.span()))
    elif counted := re.search(rf"\b({'|'.join(listed('counts'))})\b", case.text[: first.start() + _COUNTED]):
        number = listed("counts").index(counted.group()) + 2
    for ordinal in listed("ordinals")[:number]:
        case.parties.append(case.draft.new_person().play(f"{ordinal} {noun}", *first.span()))


def _same_as_named(case: Case) -> None:
    """Merge whoever is called by the noun alone with the party who was introduced."""
    for person in list(case.draft.people):
        if person in case.parties or (person.names and (case.parties or not case.company)):
            continue
        role = next((role for role in person.roles if _is_party_role(role, case.party)), None)
        if role is None:
            continue
        same = case.parties if len(case.parties) == 1 else [party for party in case.parties if role in party.roles]
        if same:
            case.merge(same[0], person)
        else:
            case.draft.forget(person)


def _is_party_role(role: str, noun: str) -> bool:
    first, *others = role.split()
    return bool(noun) and (role == noun or (first in words("ordinals") and others == [noun]))
