"""The individuals a case is about, by the formulas that introduce them; and who is nobody once all are met."""

import re
from collections.abc import Sequence

from gyges.reading.genres.court._case import Call, Case
from gyges.reading.genres.court._table import formula, listed, words
from gyges.reading.lexicon._names import country
from gyges.reading.people._draft import PersonDraft

_SERVING = frozenset({"court-lawyer", "court-bench", "court-agent", "court-judge"})
_BEFORE = 40


def sweep(case: Case) -> None:
    """Take out what the general reader took for people: courts, firms, places, the party by another noun."""
    told = {fact.value for person in case.draft.people for fact in person.facts if fact.tag == "AFFILIATION"}
    for person in list(case.draft.people):
        if person in case.parties or any(fact.cue.startswith("court") for fact in person.facts):
            continue
        if all(_no_name(case, person, name, told) for name in person.names) and (
            person.names or _no_role(case, person)
        ):
            case.draft.people.remove(person)


def _no_name(case: Case, person: PersonDraft, name: str, told: set[str]) -> bool:
    if formula("nobody.name").search(name) or country(name) is not None or any(name in value for value in told):
        return True
    if " " not in name and "." not in name and not person.roles and person.kin_of is None:
        return True
    spans = [(mention.start, mention.end) for mention in person.mentions]
    return any(_is_body(case, *span) for span in spans) or all(_in_place(case, *span) for span in spans)


def _is_body(case: Case, start: int, end: int) -> bool:
    """Tell whether the words around a name say that it is a firm, a paper, an organisation."""
    return (
        formula("nobody.after").match(case.text, end) is not None
        or case.first("nobody.before", max(0, start - _BEFORE), start) is not None
    )


def _in_place(case: Case, start: int, end: int) -> bool:
    """Tell whether words are a place, or foreign words in brackets."""
    if any(place.start <= start < place.end for place in case.places(start - _BEFORE // 2, end)):
        return True
    return case.text[max(0, start - 1) : start] in {"(", "“"}


def _no_role(case: Case, person: PersonDraft) -> bool:
    if person.kin_of is not None:
        whose = person.kin_of[1]
        served = any(fact.cue in _SERVING for fact in whose.facts)
        return served or (case.strasbourg and whose not in case.parties)
    if not case.strasbourg:
        return False
    if person.knows("OCCUPATION") in {"Retired", "Unemployed", "Student"}:
        return True
    return bool(person.roles) and all(
        role.split()[-1] in words("parties") and " of " not in role for role in person.roles
    )


def fill_gaps(case: Case) -> None:
    """Say what follows from the country of the case."""
    for person in case.draft.people:
        foreign = case.strasbourg and any(role.startswith("president") for role in person.roles)
        if not foreign and (person.names or person.roles or person in case.parties):
            mention = min(person.mentions, key=lambda mention: mention.start)
            case.tell(person, "state", (mention.start, mention.end))


_BACK = 420
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
