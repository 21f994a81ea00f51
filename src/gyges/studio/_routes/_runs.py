"""Runs and jobs: watched while they work, reports opened, two audits compared. Folders are named by number only."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel

from gyges.errors import UnknownItemError
from gyges.reports import rate_words
from gyges.runs import compare_results
from gyges.scoring import load_results
from gyges.studio._at_work import BackgroundJob, RunWatched
from gyges.studio._routes._context import InJobs, InRuns, Number

router = APIRouter(tags=["runs"])
_FURTHEST = 10_000
Place = Annotated[int, Path(ge=0, le=_FURTHEST)]
_MOST_PEOPLE = 200
_REPORT_HEADERS = {
    # A report is a file that somebody may have sent us: it acts for nobody, loads nothing and runs nothing.
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "content-type": "text/html; charset=utf-8",
}


@router.get("/jobs/{number}")
def job(jobs: InJobs, number: Number) -> BackgroundJob:
    """Return how far a job is."""
    return jobs.get(number)


class FigureCompared(BaseModel):
    """A figure of the second audit against the first, in words with its interval, and over how much."""

    name: str
    words: str
    of: float | None


class StrongCompared(BaseModel):
    """What a strong reader leaves of both audits, and how that is known."""

    name: str
    first: str
    second: str


class PersonWorseOff(BaseModel):
    """Somebody whom the second audit leaves less protected."""

    document: str
    person: str
    before: float
    after: float
    facts: list[str]


class AuditsCompared(BaseModel):
    """Two audits of the same documents; `warnings` are to be read first."""

    first: str
    second: str
    warnings: list[str]
    figures: list[FigureCompared]
    strong: list[StrongCompared]
    strong_by: list[str]
    worse_off: list[PersonWorseOff]
    worse_off_total: int
    unpaired: int


@router.get("/runs")
def runs(watched: InRuns) -> list[RunWatched]:
    """Return all runs, the newest first."""
    return watched.all()


@router.get("/runs/compared")
def compared(
    watched: InRuns,
    first: Annotated[int, Query(ge=1, le=2**53 - 1)],
    second: Annotated[int, Query(ge=1, le=2**53 - 1)],
    first_audit: Annotated[int, Query(ge=0, le=_FURTHEST)] = 0,
    second_audit: Annotated[int, Query(ge=0, le=_FURTHEST)] = 0,
) -> AuditsCompared:
    """Return what the second audit protects better or worse than the first."""
    one, two = watched.audit(first, first_audit), watched.audit(second, second_audit)
    made = compare_results(load_results(one), load_results(two))
    rates = {name: getattr(made.compared, name) for name in ("cpr", "ipr", "improved", "worsened")}
    sides = (made.strong.first, made.strong.second)
    worse = made.compared.regressions
    return AuditsCompared(
        first=watched.one(first).audits[first_audit],
        second=watched.one(second).audits[second_audit],
        warnings=list(made.warnings),
        figures=[FigureCompared(name=name, words=str(rate), of=rate.denominator) for name, rate in rates.items()],
        strong=[
            StrongCompared(
                name=name, first=rate_words(sides[0].figures.get(name)), second=rate_words(sides[1].figures.get(name))
            )
            for name in sorted({*sides[0].figures, *sides[1].figures})
        ],
        strong_by=[f"{side.how} ({side.by})" if side.how else "not known" for side in sides],
        worse_off=[
            PersonWorseOff(
                document=person.document,
                person=person.description,
                before=person.before,
                after=person.after,
                facts=[f"{fact.tag}: {fact.truth}" for fact in person.facts],
            )
            for person in worse[:_MOST_PEOPLE]
        ],
        worse_off_total=len(worse),
        unpaired=made.compared.lost_facts + made.compared.new_facts,
    )


@router.get("/runs/{number}")
def run(watched: InRuns, number: Number) -> RunWatched:
    """Return one run as it is now."""
    return watched.one(number)


@router.get("/runs/{number}/reports/{place}")
def report(watched: InRuns, number: Number, place: Place) -> Response:
    """Return a report, in a page of its own that can reach nothing of ours."""
    file = watched.report(number, place)
    try:
        return Response(file.read_bytes(), headers=_REPORT_HEADERS)
    except OSError as error:
        raise UnknownItemError("this report cannot be read", "go back to the list of runs") from error
