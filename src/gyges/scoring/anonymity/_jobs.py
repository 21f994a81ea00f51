"""What share of the people of a country does some work."""

from collections.abc import Callable, Mapping
from functools import cache

from gyges.scoring.anonymity._land_ranges import LandRanges
from gyges.scoring.anonymity._lands import Land, read_rows
from gyges.scoring.anonymity._range import Range
from gyges.scoring.values._jobs import JobTitle, read_jobs

__all__ = ["occupation_share"]

_EMPLOYED = 0.65
"""Workers for each person of 15 to 64, about (ILO, world)."""

_WORKERS = 10_000
_BASE = (0.8, 1.25)  # how far the number of workers, or of the retired, may be off
_NAMED = (0.4, 2.5)  # a job of the table: countries differ that much
_QUALIFIED = (0.3, 0.02, 1.0)  # a job of the table with something before it: a part of its people, nobody knows which
_IN_FIELD = (0.1, 0.002, 1.0)  # a job of which only the field is known
_LAND = "land"
_LAND_WORK = (0.05, 3.0)  # farming is the work of 2 % here and of 60 % there


def occupation_share(value: str) -> LandRanges | None:
    """Return the share of people who do a job; of several that a value hedges between, those who do any."""
    shares = [share for job in read_jobs(value) if (share := _job_share(job))]
    return LandRanges.total_of(shares) if shares else None


def _job_share(job: JobTitle) -> LandRanges | None:
    if job.status is not None:
        return LandRanges.everywhere(_STATUSES[job.status])
    share, retired = _of_workers(job), "retired" in job.standing
    return None if share is None else _working(retired=retired).scaled(share)


@cache
def _working(*, retired: bool) -> LandRanges:
    """Return the share of people who work, or who have worked."""
    return LandRanges.about(lambda one: one.old if retired else _EMPLOYED * one.middle, *_BASE)


def _of_workers(job: JobTitle) -> Range | None:
    """Return the share of workers with a job: by its name, by its head, by its field of work."""
    jobs, fields = _table()
    if job.name in jobs:
        return _ranged(jobs[job.name], job)
    if job.head in jobs:
        value, low, high = _QUALIFIED
        named = _ranged(jobs[job.head], job)
        return Range(named.value * value, named.low * low, named.high * high)
    known = [fields[field] for field in job.fields if field in fields]
    if not known:
        return None
    value, low, high = _IN_FIELD
    widest = max(known)
    return Range(widest * value, widest * low, widest * high)


def _ranged(share: float, job: JobTitle) -> Range:
    return Range.about(share, *(_LAND_WORK if _LAND in job.fields else _NAMED))


@cache
def _table() -> tuple[dict[str, float], dict[str, float]]:
    """Return the shares of workers by job, in the shape in which jobs are compared, and by field of work."""
    jobs: dict[str, float] = {}
    fields: dict[str, float] = {}
    for name, count in read_rows("occupations.tsv"):
        share = float(count) / _WORKERS
        if name.startswith("@"):
            fields[name[1:]] = share
        else:
            jobs[read_jobs(name)[0].name] = share
    return jobs, fields


_STATUSES: Mapping[str, Callable[[Land], Range]] = {
    "Worker": lambda one: Range.about(_EMPLOYED * one.middle, 0.7, 1.5),
    "Freelancer": lambda one: Range.about(0.2 * _EMPLOYED * one.middle, 0.25, 3.0),
    "Student": lambda one: Range.about(
        0.85 * one.share_of_ages(6, 17) + 0.35 * one.share_of_ages(18, 24), 0.2, 1.2
    ),  # the low end: those at a university
    "Retired": lambda one: Range.about(0.9 * one.old, 0.4, 1.3),
    "Unemployed": lambda one: Range.about(0.05 * one.middle, 0.4, 6.0),  # the high end: all who do not work
    "Homemaker": lambda one: Range.about(0.08 * one.middle, 0.25, 3.0),
}
"""What is no job of its own, as a share of people; rough, ours."""
