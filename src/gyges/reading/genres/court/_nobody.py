"""What is left once everybody is met: who is nobody, and what follows from the country of the case."""

from gyges.reading.genres.court._case import Case
from gyges.reading.genres.court._table import formula, words
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["fill_gaps", "sweep"]

_SERVING = frozenset({"court-lawyer", "court-bench", "court-agent", "court-judge", "court-caption"})
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
