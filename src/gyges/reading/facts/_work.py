"""Occupations, positions, schooling, and the organisations people belong to."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from gyges.reading.lexicon._load import read_rows, words
from gyges.reading.lexicon._names import Title, kin
from gyges.reading.page._forms import patterns
from gyges.reading.page._phrases import find_phrases
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import PersonDraft, Told
from gyges.reading.people._owners import Owners
from gyges.reading.work._occupations import OccupationCue
from gyges.reading.work._words import written_jobs

_LEFT, _TEACHES, _OUT_OF, _PAST = patterns("schooled", "left teaches out_of past")
_NO_DIPLOMA = "No High School Diploma"


def read_schooling(owners: Owners) -> Iterator[Told]:
    """Give every degree and school year to its owner."""
    text = owners.text
    for phrase in find_phrases("school_phrases.tsv", owners.cues.page):
        start, end, value, certainty = phrase.start, phrase.end, phrase.value, phrase.certainty
        head = text[max(0, start - 40) : start]
        person = owners.of(start, end) if not _TEACHES.search(head) else None
        at_school = value in {"In High School", _NO_DIPLOMA}
        left = bool(_LEFT.search(head)) or text[start:end].lower().startswith(("left", "never", "dropped"))
        if at_school and left:
            value = _NO_DIPLOMA
        elif at_school and _PAST.search(head):
            value, certainty, left = _NO_DIPLOMA, 3 if _OUT_OF.search(head) else 2, True
        yield Told(person, "EDUCATION", value, certainty, start, end, "schooling")
        if certainty >= 3 and not left and (at_school or value == "In College"):
            yield Told(person, "OCCUPATION", "Student", 4, start, end, "schooling")


_DENIED, _FORMER, _SEEKS, _AT, _JOINS, _THEIRS = patterns("work_facts", "denied former seeks at joins theirs")
_APPOSED, _LISTED, _OF = patterns("work_facts", "apposed listed of")
_NO_TRADE = frozenset({"Student", "Retired", "Unemployed"})
_NEAR = 60  # code points between a job and its organisation
_BLOCK = 60  # code points between the start of a line and the organisation of a signature


def read_work(owners: Owners) -> Iterator[Told]:
    """Give jobs, ranks and employers to their people."""
    yield from _beside_names(owners)
    jobs: list[tuple[int, int, PersonDraft]] = []
    for cue in owners.cues.occupations:
        person = _owner(owners, cue)
        if person is not None:
            yield from _told(person, cue, owners.text)
            jobs.append((cue.start, cue.end, person))
    yield from _apposed(owners)
    yield from _ranks(owners)
    yield from _employers(owners, jobs)


def _beside_names(owners: Owners) -> Iterator[Told]:
    """Tell what titles before a name and letters after it say."""
    by_start = {spot.start: spot.person for spot in owners.names()}
    for span in owners.cues.names:
        person, start, end = by_start.get(span.start), span.start, span.end
        for title in span.titles if person is not None else ():
            yield from told_by_title(person, title, start, end)
        for letters in span.credentials:
            job, degree = _credentials().get(letters.lower(), ("", ""))
            yield Told(person, "OCCUPATION", job, 5, start, end, "letters after the name")
            yield Told(person, "EDUCATION", degree, 4, start, end, "letters after the name")


@cache
def _credentials() -> dict[str, tuple[str, str]]:
    """Letters after a name, with the job and the education they tell."""
    return {letters: (job, degree) for letters, job, degree in read_rows("name_letters.tsv")}


def told_by_title(person: PersonDraft | None, title: Title, start: int, end: int) -> Iterator[Told]:
    """Tell what a title says about work, schooling, marriage and country."""
    for tag, value, certainty in (
        ("OCCUPATION", title.occupation, 3 if title.word in {"dr", "doctor"} else 4),
        ("POSITION", title.position, 4),
        ("EDUCATION", title.education, 4),
        ("RELATIONSHIP", title.relationship, 3),
        ("NATIONALITY", title.country, 3),
    ):
        yield Told(person, tag, value, certainty, start, end, "title")


def _owner(owners: Owners, cue: OccupationCue) -> PersonDraft | None:
    start, end = cue.start, cue.end
    head = owners.text[max(0, start - 40) : start]
    if _DENIED.search(head):
        return None
    over = owners.over(start, end)
    if over is not None:
        return None if over.kind == "kin" and kin(cue.text.lower()) is not None else over.person
    if _THEIRS.search(head) or (cue.occupation not in _NO_TRADE and _SEEKS.search(head)):
        return owners.leads(start, end)  # "your driver" is somebody else, named at once or not at all
    low, _ = owners.sentence(start)
    near = owners.between(max(low, start - 12), start)
    if near and near[-1].owns and " " not in owners.text[near[-1].end : start].strip() and cue.certainty > 3:
        return owners.leads(start, end)  # "her lawyer" is somebody else
    return owners.of(start, end, leads=True)


def _told(person: PersonDraft, cue: OccupationCue, text: str) -> Iterator[Told]:
    where = cue.start, cue.end
    former = _FORMER.search(text[max(0, cue.start - 24) : cue.start])
    certainty = min(cue.certainty, 2) if former else cue.certainty
    if former and former[0].strip().lower() == "retired":
        yield Told(person, "OCCUPATION", "Retired", 5, *where, "retired")
    for number, job in enumerate(written_jobs(cue)):
        sure = certainty if number == 0 else max(1, certainty - 1)
        yield Told(person, "OCCUPATION", job, sure, *where, "occupation")
    if certainty >= 3:
        yield Told(person, "POSITION", cue.position, cue.certainty, *where, "position")
    yield Told(person, "EDUCATION", cue.education, min(cue.certainty, 4), *where, "occupation tells education")


def _apposed(owners: Owners) -> Iterator[Told]:
    """Read a job no table knows from its place: "Shanelle Brown, an agency picker, ..."."""
    known = Spans((cue.start, cue.end) for cue in owners.cues.occupations)
    for spot in owners.names():
        match = _APPOSED.match(owners.text, spot.end) or _LISTED.match(owners.text, spot.end)
        if match and not known.meets(*match.span(1)) and match[1].split()[-1] not in words("no_jobs"):
            yield Told(spot.person, "OCCUPATION", _capital(match[1]), 4, *match.span(1), "apposition")


def _ranks(owners: Owners) -> Iterator[Told]:
    """Give ranks to whoever has none from the words of the job."""
    for phrase in find_phrases("rank_phrases.tsv", owners.cues.page):
        over = owners.over(phrase.start, phrase.end)
        if over is not None and over.kind == "kin":
            continue
        person = owners.of(phrase.start, phrase.end, leads=True, far=False)
        if person is not None and not any(f.tag == "POSITION" and f.cue != "title" for f in person.facts):
            rank = _capital(owners.text[phrase.start : phrase.end])
            yield Told(person, "POSITION", rank, phrase.certainty, phrase.start, phrase.end, "rank")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _employers(owners: Owners, jobs: list[tuple[int, int, PersonDraft]]) -> Iterator[Told]:
    """Give a house to whoever has a job there, stands beside it, or signs above it."""
    for house in owners.cues.organisations:
        start, end = house.start, house.end
        low, _ = owners.sentence(start)
        worker = _worker(owners, jobs, low, start)
        spots = owners.between(low, start)
        gap = owners.text[spots[-1].end : start] if spots else ""
        if worker is not None:
            yield Told(worker, "AFFILIATION", house.text, 5, start, end, "job at organisation")
        elif spots and (_JOINS.search(gap) or _OF.fullmatch(gap)):
            yield Told(spots[-1].person, "AFFILIATION", house.text, 4, start, end, "person at organisation")
        elif not spots and start - owners.line(start)[0] < _BLOCK:
            yield Told(owners.block(start), "AFFILIATION", house.text, 4, start, end, "signature block")


def _worker(owners: Owners, jobs: list[tuple[int, int, PersonDraft]], low: int, start: int) -> PersonDraft | None:
    """Return the one whose job in the same sentence an organisation belongs to."""
    before = bisect_left(jobs, start, key=lambda job: job[0]) - 1
    first, last, person = jobs[before] if before >= 0 else (-1, 0, None)
    near = low <= first and last <= start < last + _NEAR and _AT.search(owners.text[last:start])
    return person if near and not any(spot.kind == "name" for spot in owners.between(last, start)) else None
