"""Occupations, positions and the organisations people belong to."""

import re
from bisect import bisect_left
from functools import cache

from gyges.reading.lexicon._load import read_rows, words
from gyges.reading.lexicon._people_words import Title, kin
from gyges.reading.page._forms import patterns
from gyges.reading.page._phrases import find_phrases
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners
from gyges.reading.work._occupations import OccupationCue
from gyges.reading.work._words import written_jobs

__all__ = ["learn_title", "read_work"]

_DENIED, _FORMER, _SEEKS, _AT, _JOINS, _THEIRS = patterns("work_facts", "denied former seeks at joins theirs")
_APPOSED, _LISTED = patterns("work_facts", "apposed listed")
_NO_JOB = words("no_jobs")
_NEAR = 60  # code points between a job and its organisation


def read_work(owners: Owners) -> None:
    """Give jobs, ranks and employers to their people."""
    _titles(owners)
    jobs: list[tuple[int, int, PersonDraft]] = []
    for cue in owners.cues.occupations:
        person = _owner(owners, cue)
        if person is None:
            continue
        _learn(person, cue, owners.cues.text)
        jobs.append((cue.start, cue.end, person))
    _apposed(owners)
    _ranks(owners)
    _employers(owners, jobs)


def _apposed(owners: Owners) -> None:
    """Read a job no table knows from its place: "Shanelle Brown, an agency picker, ..."."""
    known = Spans((cue.start, cue.end) for cue in owners.cues.occupations)
    for spot in owners.spots:
        match = _APPOSED.match(owners.cues.text, spot.end) if spot.kind == "name" else None
        if match is None and spot.kind == "name":
            match = _LISTED.match(owners.cues.text, spot.end)
        if match is None or known.meets(match.start(1), match.end(1)) or match.group(1).split()[-1] in _NO_JOB:
            continue
        job = match.group(1)[:1].upper() + match.group(1)[1:]
        spot.person.learn("OCCUPATION", job, 4, match.start(1), match.end(1), "apposition")


def _ranks(owners: Owners) -> None:
    """Give ranks to whoever has none from the words of the job."""
    for phrase in find_phrases("rank_phrases.tsv", owners.cues.page):
        words = owners.cues.text[phrase.start : phrase.end]
        over = owners.over(phrase.start, phrase.end)
        if over is not None and over.kind == "kin":
            continue
        person = owners.of(phrase.start, phrase.end, leads=True, far=False)
        ranks = [f for f in person.facts if f.tag == "POSITION" and f.cue != "title"] if person is not None else []
        if person is not None and not ranks:
            rank = words[:1].upper() + words[1:]
            person.learn("POSITION", rank, phrase.certainty, phrase.start, phrase.end, "rank")


def _titles(owners: Owners) -> None:
    by_start = {spot.start: spot.person for spot in owners.spots if spot.kind == "name"}
    for span in owners.cues.names:
        person = by_start.get(span.start)
        for title in span.titles if person is not None else ():
            if person is not None:
                learn_title(person, title, span.start, span.end)
        if person is not None:
            _letters(person, span.credentials, span.start, span.end)


def learn_title(person: PersonDraft, title: Title, start: int, end: int) -> None:
    """Learn what a title says about work, schooling, marriage and country."""
    for tag, value, certainty in (
        ("OCCUPATION", title.occupation, 3 if title.word in {"dr", "doctor"} else 4),
        ("POSITION", title.position, 4),
        ("EDUCATION", title.education, 4),
        ("RELATIONSHIP", title.relationship, 3),
        ("NATIONALITY", title.country, 3),
    ):
        if value:
            person.learn(tag, value, certainty, start, end, "title")


@cache
def _credentials() -> dict[str, tuple[str, str]]:
    """Letters after a name, with the job and the education they tell."""
    return {letters: (job, degree) for letters, job, degree in read_rows("name_letters.tsv")}


def _letters(person: PersonDraft, letters: tuple[str, ...], start: int, end: int) -> None:
    for credential in letters:
        job, degree = _credentials().get(credential.lower(), ("", ""))
        if job:
            person.learn("OCCUPATION", job, 5, start, end, "letters after the name")
        if degree:
            person.learn("EDUCATION", degree, 4, start, end, "letters after the name")


def _owner(owners: Owners, cue: OccupationCue) -> PersonDraft | None:
    text = owners.cues.text
    head = text[max(0, cue.start - 40) : cue.start]
    if _DENIED.search(head):
        return None
    over = owners.over(cue.start, cue.end)
    if over is not None:
        return None if over.kind == "kin" and kin(cue.text.lower()) is not None else over.person
    if _THEIRS.search(head):
        return owners.leads(cue.start, cue.end)  # "your driver" is somebody else, named at once or not at all
    if cue.occupation not in {"Student", "Retired", "Unemployed"} and _SEEKS.search(head):
        return owners.leads(cue.start, cue.end)
    low, _ = owners.sentence(cue.start)
    spots = owners.between(low, cue.start)
    told = owners.addressee(spots[-1].end if spots else low, cue.start)
    if told is not None:
        return told
    near = owners.between(max(low, cue.start - 12), cue.start)
    if near and near[-1].owns and text[near[-1].end : cue.start].strip().count(" ") < 1 and cue.certainty > 3:
        return owners.leads(cue.start, cue.end)  # "her lawyer" is somebody else
    return owners.of(cue.start, cue.end, leads=True)


def _learn(person: PersonDraft, cue: OccupationCue, text: str) -> None:
    certainty = cue.certainty
    former = _FORMER.search(text[max(0, cue.start - 24) : cue.start])
    if former:
        certainty = min(certainty, 2)
    if former and former.group().strip().lower() == "retired":
        person.learn("OCCUPATION", "Retired", 5, cue.start, cue.end, "retired")
    for number, job in enumerate(written_jobs(cue)):
        sure = certainty if number == 0 else max(1, certainty - 1)
        person.learn("OCCUPATION", job, sure, cue.start, cue.end, "occupation")
    if cue.position and certainty >= 3:
        person.learn("POSITION", cue.position, cue.certainty, cue.start, cue.end, "position")
    if cue.education:
        person.learn(
            "EDUCATION", cue.education, min(cue.certainty, 4), cue.start, cue.end, "occupation tells education"
        )


def _employers(owners: Owners, jobs: list[tuple[int, int, PersonDraft]]) -> None:
    text = owners.cues.text
    job_starts = [first for first, _, _ in jobs]
    for organisation in owners.cues.organisations:
        start, end = organisation.start, organisation.end
        low, _ = owners.sentence(start)
        before = bisect_left(job_starts, start) - 1
        if before >= 0:
            first, last, person = jobs[before]
            alone = not any(spot.kind == "name" for spot in owners.between(last, start))
            if alone and low <= first and last <= start < last + _NEAR and _AT.search(text[last:start]):
                person.learn("AFFILIATION", organisation.text, 5, start, end, "job at organisation")
                continue
        spots = owners.between(low, start)
        gap = text[spots[-1].end : start] if spots else ""
        if spots and (
            _JOINS.search(gap)
            or re.fullmatch(
                r"(?:,\s|\s\(|\sof\s(?:the\s)?|\sfrom\s(?:the\s)?|\sat\s(?:the\s)?|\swith\s(?:the\s)?)", gap
            )
        ):
            spots[-1].person.learn("AFFILIATION", organisation.text, 4, start, end, "person at organisation")
            continue
        line, _ = owners.line(start)
        if not spots and organisation.start - line < 60:
            block = owners.block(start)
            if block is not None:
                block.learn("AFFILIATION", organisation.text, 4, start, end, "signature block")
