"""What a decision says of the lives of its people: their work, their marriage, their children."""

import re

from gyges.reading.genres.court._case import Case
from gyges.reading.genres.court._table import listed, phrases
from gyges.reading.lexicon._names import kin
from gyges.reading.people._draft import PersonDraft

_REACH = 70
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_BEFORE_JOB = 3  # words that may describe it
_TAGS = {
    "rank": "POSITION", "job": "OCCUPATION", "org": "AFFILIATION", "bond": "RELATIONSHIP", "place": "LOCATION",
}  # fmt: skip
_WORK_TAGS = frozenset({"OCCUPATION", "POSITION", "AFFILIATION", "EDUCATION"})


def read_lives(case: Case) -> None:
    """Tell what a party does and whose parent they are."""
    for person in case.parties:
        _distrust(case, person)
    for match in case.find("lives.army"):
        owner = case.owners.of(*match.span())
        if owner in case.parties and owner is not None and owner.knows("OCCUPATION") is None:
            case.tell(owner, "army", match.span())
    if len(case.parties) == 1:
        _join_spouses(case, case.parties[0])
        _count_children(case, case.parties[0])


def _distrust(case: Case, party: PersonDraft) -> None:
    """Forget jobs the general reader gave a party from words about counsel, agents and courts.

    Judgments of Strasbourg speak of the party in every sentence, so that whoever else is named there seems to be them.
    """
    told = [fact.evidence[0].start for fact in party.facts if fact.tag == "OCCUPATION"]
    trusted = {case.sentence(start) for start in told if _is_told(case, start)}
    for fact in [fact for fact in party.facts if fact.tag in _WORK_TAGS]:
        start, end = case.sentence(fact.evidence[0].start)
        spoken_for = "represent" in case.text[start : min(end, fact.evidence[0].start + _REACH)]
        if spoken_for or (case.strasbourg and (start, end) not in trusted):
            party.facts.remove(fact)


def _is_told(case: Case, position: int) -> bool:
    """Tell whether words for a job follow what says that somebody has it: ", an artillery captain"."""
    ends = [match.end() for match in case.find("lives.work", max(0, position - _REACH), position + 1)]
    return bool(ends) and len(case.text[ends[-1] : position].split()) <= _BEFORE_JOB


def _tie(person: PersonDraft, other: PersonDraft) -> str:
    """Return the kind of tie between two people, empty if there is none."""
    known = kin(person.kin_of[0].split()[-1]) if person.kin_of and person.kin_of[1] is other else None
    return known.group if known else ""


def _join_spouses(case: Case, party: PersonDraft) -> None:
    """Put together the spouse of whom the text says "the applicant's wife" here and a name there."""
    family = (party.name or "").split(" ")[-1]
    told = case.find("lives.married")
    married = [match.end() for match in told if match.group(1) or case.owners.of(*match.span()) is party]
    for call in case.calls:
        mrs = case.text[call.start : call.end].replace(".", "") == f"Mrs {family}" and party.knows("SEX") == "Male"
        if (mrs or call.start in married) and call.person.kin_of is None and call.person not in case.parties:
            call.person.kin_of = ("wife" if party.knows("SEX") == "Male" else "husband", party)
    spouses = [one for one in case.draft.people if _tie(one, party) in {"spouse", "former"} and one not in case.parties]
    named = [one for one in spouses if one.names]
    for spouse in spouses:
        if not spouse.names and spouse is not (named or spouses)[0]:
            case.merge((named or spouses)[0], spouse)
    divorced = case.first("lives.divorced")
    if divorced is not None and spouses:
        for person in (party, (named or spouses)[0]):
            case.tell(person, "divorced", divorced.span())


def _age(case: Case, year: str) -> str:
    age = case.cues.reference.year - int(year)
    return f"{age - 1}-{age}"


def _count_children(case: Case, party: PersonDraft) -> None:
    """Add children of whom the text gives the year of birth."""
    match = case.first("lives.children")
    if match is None:
        return
    years = _YEAR.findall(match.group(3))
    known = [one for one in case.draft.people if not one.names and _tie(one, party) in {"child", "children"}]
    count = max(len(years), listed("counts").index(match.group(2)) + 2)
    for number, ordinal in enumerate(listed("ordinals")[:count]):
        person = known[number] if number < len(known) else case.draft.new_person()
        person.kin_of = ("child", party)
        if number >= len(years):
            person.play(f"{ordinal} child", *match.span())
            continue
        person.play(f"child born in {years[number]}", *match.span())
        case.tell(person, "born", match.span(3), age=_age(case, years[number]))


def read_phrases(case: Case) -> None:
    """Read turns of phrase that tell work and marriage of whoever stands near and of whom nothing is known yet."""
    owners = case.owners
    for phrase in phrases():
        for match in owners.cues.page.each(phrase.pattern, cased=phrase.cased):
            person = owners.of(*match.span())
            groups = match.re.groupindex
            for key, tag in _TAGS.items() if person is not None else ():
                start, end = match.span(key) if key in groups else match.span()
                words = owners.cues.text[max(0, start) : max(0, end)] if key in groups else ""
                value = phrase.tells.get(key) or (words[:1].upper() + words[1:] if key == "rank" else words)
                if value and person is not None and person.knows(tag) is None:
                    person.learn(tag, value, phrase.sure, start, end, phrase.cue)
