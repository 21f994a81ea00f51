"""What a linkage attack computes without a model: work on one record each, here or in other processes.

Work is made by functions of this module, so that it can be sent; docs/design/cpu_budget.md says how.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gyges.attacks.linkage import Claim, Ranked, RecordLinker, RulesClaimer, open_linker
from gyges.reading import read_text
from gyges.records import JsonValue
from gyges.runs._in_order import in_order
from gyges.runs._plan import Task
from gyges.runs.workers import Crew, Remote, at_once
from gyges.scoring import Count
from gyges.scoring.semantic import (
    CategorySet,
    ClaimRating,
    categories_by_tag,
    identifiers_left,
    lexical_distances,
    rate_by_rules,
)

__all__ = [
    "CategoryTask",
    "Computer",
    "LexicalTask",
    "LinkTask",
    "RatingTask",
    "remote_categories",
    "remote_claims",
    "remote_lexical",
    "remote_links",
    "remote_ratings",
    "take_in",
]

_TOGETHER = 8  # records a worker is handed at once: one of them takes a few milliseconds
_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Computer:
    """Who computes: this process, or workers."""

    workers: Crew | None = None

    async def one(self, remote: Remote, argument: object, what: str, *, limit: float) -> Any:
        """Have one piece of work done, which may compute so many seconds; here the run counts them."""
        if self.workers is None:
            return await remote()(argument)
        return await self.workers.do(remote, argument, what, limit=limit)

    async def all(self, remote: Remote, arguments: Sequence[Any], what: str) -> list[Any]:
        """Have the same work done with many arguments, and return what comes of them in their order."""
        if self.workers is None:
            work = remote()
            return [await work(argument) for argument in arguments]
        workers, found = self.workers, list[Any]()
        grouped = partial(_grouped, remote)
        groups = [arguments[start : start + _TOGETHER] for start in range(0, len(arguments), _TOGETHER)]
        await in_order(
            groups,
            lambda group: workers.do(grouped, group, what),
            found.extend,
            at_once=at_once(workers, _AT_ONCE),
        )
        return found


def _grouped(remote: Remote) -> Callable[[Sequence[Any]], Awaitable[list[Any]]]:
    work = remote()

    async def each(arguments: Sequence[Any]) -> list[Any]:
        return [await work(argument) for argument in arguments]

    return each


def remote_claims() -> Callable[[Task], Awaitable[JsonValue]]:
    """Make the work that takes the text of a task apart into claims by rules."""
    claimer = RulesClaimer()

    async def work(task: Task) -> JsonValue:
        return [[claim.text, claim.start, claim.end] for claim in await claimer.claims(task.document)]

    return work


@dataclass(frozen=True, slots=True)
class CategoryTask:
    """A text, its claims, and the kinds of information they are sorted into."""

    text: str
    claims: Sequence[Claim]
    which: CategorySet


def remote_categories() -> Callable[[CategoryTask], Awaitable[JsonValue]]:
    """Make the work that sorts claims by the facts that the embedded engine reads in their source."""

    async def work(task: CategoryTask) -> JsonValue:
        places = [
            (evidence.start, fact.tag)
            for person in read_text(task.text).people
            for fact in person.facts
            for evidence in fact.evidence
        ]
        told = [[tag for start, tag in places if claim.start <= start < claim.end] for claim in task.claims]
        return [list(categories_by_tag(tags, task.which)) for tags in told]

    return work


@dataclass(frozen=True, slots=True)
class RatingTask:
    """Claims and the record they are rated against."""

    claims: Sequence[str]
    record: str


def remote_ratings() -> Callable[[RatingTask], Awaitable[tuple[ClaimRating, ...]]]:
    """Make the work that rates claims by rules."""

    async def work(task: RatingTask) -> tuple[ClaimRating, ...]:
        return tuple(rate_by_rules(task.claims, task.record))

    return work


@dataclass(frozen=True, slots=True)
class LexicalTask:
    """An original, the text it was linked to, and what the attacker knew."""

    original: str
    linked: str
    known: Sequence[str]


def remote_lexical() -> Callable[[LexicalTask], Awaitable[tuple[Mapping[str, float | None], Count]]]:
    """Make the work that compares words: distances in all variants, and identifiers that are left."""

    async def work(task: LexicalTask) -> tuple[Mapping[str, float | None], Count]:
        distances = lexical_distances(task.original, task.linked, task.known)
        return distances, identifiers_left(task.original, task.linked, task.known)

    return work


@dataclass(frozen=True, slots=True)
class LinkTask:
    """One query, and the id of its true record if that is told."""

    query: Sequence[str]
    truth: str | None = None


def remote_links(
    name: str, analyzer: str, records: Mapping[str, str] | Mapping[str, Sequence[str]], top: int
) -> Remote:
    """Return what makes the work that ranks records, or records by their claims, for one query."""
    return partial(_linking, name, analyzer, records, top)


def _linking(name: str, analyzer: str, records: Mapping[str, Any], top: int) -> Callable[[LinkTask], Awaitable[Ranked]]:
    linker = open_linker(name, analyzer=analyzer)
    take_in(linker, records)

    async def work(task: LinkTask) -> Ranked:
        return linker.link([task.query], top=top, truths=[task.truth])[0]

    return work


def take_in(linker: RecordLinker, records: Mapping[str, Any]) -> None:
    """Have a linker take in records, by their claims where it searches these."""
    if linker.over_claims:
        linker.index_claims(records)
    else:
        linker.index(records)
