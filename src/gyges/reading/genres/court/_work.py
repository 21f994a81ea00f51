"""What the parties do for a living: apposed jobs, employers, dismissal, retirement, prison."""

import re

from gyges.reading.genres.court._bios import subjects_of
from gyges.reading.genres.court._counsel import capital_run
from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import jobs, pattern
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["read_work"]

_IS = pattern("work.is")
_EMPLOYED = pattern("work.employed")
_MEMBER = pattern("work.member")
_OWNER = pattern("work.owner")
_OUT = pattern("work.out")
_JAILED = pattern("work.jailed")
_RETIRED = pattern("work.retired")
_ARMY = pattern("work.army")
_STATES = (  # what a text says of a state, and parts of words without which it cannot
    (_RETIRED, "Retired", ("retire", "pension")),
    (_OUT, "Unemployed", ("dismiss", "lost h", "unemployed", "redundant", "stopped", "gave up", "discharged")),
    (_JAILED, "Unemployed", ("serving", "pre-trial", "on remand", "remanded")),
)
_STOP = re.compile(r"[.;:(]|, (?!\w+ and )|\b(?:who|which|that|because|against|before|by)\b")
_TITLES = frozenset(
    [
        "owner",
        "co-owner",
        "proprietor",
        "director",
        "manager",
        "chairman",
        "president",
        "editor-in-chief",
        "founder",
        "head",
    ]
)
_REACH = 70
_WORK_TAGS = frozenset({"OCCUPATION", "POSITION", "AFFILIATION", "EDUCATION"})


def read_work(scene: Scene) -> None:
    """Tell what sole parties and people called by name do."""
    _distrust(scene)
    for match in _IS.finditer(scene.text):
        job = _job_in(scene, match.end(), min(len(scene.text), match.end() + _REACH))
        if job is None:
            continue
        people = subjects_of(scene, match.start() + 1)
        if len(people) == 1 and (people[0] in scene.parties or people[0].knows("OCCUPATION") is None):
            _tell_job(scene, people[0], job)
    if len(scene.parties) == 1:
        _bonds(scene, scene.parties[0])
        _status(scene, scene.parties[0])


def _distrust(scene: Scene) -> None:
    """Forget jobs the general reader gave a party from words about counsel, agents and courts.

    Judgments of Strasbourg speak of the party in every sentence, so that whoever else is named there seems to be them.
    """
    for person in scene.parties:
        person.facts[:] = [
            fact
            for fact in person.facts
            if fact.tag not in _WORK_TAGS
            or fact.cue.startswith("court")
            or not (scene.strasbourg or "represent" in _around(scene, fact.evidence[0].start))
        ]


def _around(scene: Scene, position: int) -> str:
    sentence = scene.sentence(position)
    return scene.text[sentence.start : min(sentence.end, position + _REACH)]


def _job_in(scene: Scene, start: int, end: int) -> tuple[str, str, str, int, int] | None:
    """Return the first job of a phrase that begins at a position: job, rank, education, span."""
    stop = _STOP.search(scene.text, start, end)
    end = stop.start() if stop else end
    tokens = scene.tokens(start, end)
    table = jobs()
    for index in range(min(len(tokens), 6)):
        for size in (3, 2, 1):
            row = (
                table.get(" ".join(token.lower for token in tokens[index : index + size]))
                if index + size <= len(tokens)
                else None
            )
            if row is not None and tokens[index + size - 1].text not in {"'s"}:
                after = tokens[index + size].lower if index + size < len(tokens) else ""
                if after in {"'s", "’", "'", "office"}:
                    return None
                return row[0], row[1], row[2], tokens[index].start, tokens[index + size - 1].end
        if tokens[index].lower in {"of", "in", "at", "for", "with", "on", "to"}:
            return None
    cue = next((cue for cue in scene.cues.occupations if start <= cue.start < min(end, start + 30)), None)
    return (cue.occupation, cue.position or "", cue.education or "", cue.start, cue.end) if cue else None


def _tell_job(scene: Scene, person: PersonDraft, job: tuple[str, str, str, int, int]) -> None:
    occupation, position, education, start, end = job
    suggest(person, "OCCUPATION", occupation, 4, (start, end), "court-work")
    suggest(person, "POSITION", position, 4, (start, end), "court-work")
    suggest(person, "EDUCATION", education, 4, (start, end), "court-work")
    at = re.compile(r"(?: \w+){0,4}? (?:at|with|for|in|of) (?:the )?(?=[^\W\d_a-z])").match(scene.text, end)
    if at is not None:
        _affiliate(scene, person, at.end())


def _affiliate(scene: Scene, person: PersonDraft, position: int) -> bool:
    run = capital_run(scene.text, position, min(len(scene.text), position + 90))
    if run is None or person.knows("AFFILIATION") is not None:
        return False
    name = scene.text[run[0] : run[1]].rstrip(".")
    if country(name) is not None or re.fullmatch(
        r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\b.*", name
    ):
        return False
    if any(place.start == run[0] and place.end >= run[0] + len(name) for place in scene.places(run[0], run[1])):
        return False
    suggest(person, "AFFILIATION", name, 4, (run[0], run[0] + len(name)), "court-work")
    return True


def _bonds(scene: Scene, party: PersonDraft) -> None:
    """Tell where the party works, what they own or belong to."""
    for match in _OWNER.finditer(scene.text) if scene.has(*_TITLES) else ():
        if subjects_of(scene, match.start()) == [party] and re.search(
            r"\b(?:is|was|as|,)(?: (?:an?|the))? $", scene.text[max(0, match.start() - 12) : match.start()]
        ):
            title = match.group(1) + (f" and {match.group(2)}" if match.group(2) else "")
            suggest(party, "POSITION", title.capitalize(), 4, match.span(1), "court-work")
            if match.group(1) in {"owner", "co-owner", "proprietor"}:
                suggest(party, "OCCUPATION", "Business owner", 4, match.span(1), "court-work")
            _affiliate(scene, party, match.end())
    for formula in (_EMPLOYED, _MEMBER):
        for match in formula.finditer(scene.text):
            if subjects_of(scene, match.start()) == [party] and _affiliate(scene, party, match.end()):
                return


def _status(scene: Scene, party: PersonDraft) -> None:
    """Tell that a party without a job is retired, in prison or out of work."""
    if party.knows("OCCUPATION") not in {None, "Student"}:
        return
    for formula, value, needs in _STATES:
        for match in formula.finditer(scene.text) if scene.holds(*needs) else ():
            if party in subjects_of(scene, match.start()) or re.search(
                rf"\b{scene.party}\b", scene.text[match.start() : match.end()]
            ):
                say(party, "OCCUPATION", value, 3, match.span(), "court-status")
                return
    match_army = _ARMY.search(scene.text) if scene.holds("military service", "army", "Armed Forces") else None
    if match_army is not None and party in subjects_of(scene, match_army.start()):
        suggest(party, "OCCUPATION", "Soldier", 3, match_army.span(), "court-army")
        suggest(party, "AFFILIATION", f"{scene.demonym} Army".strip(), 3, match_army.span(), "court-army")
