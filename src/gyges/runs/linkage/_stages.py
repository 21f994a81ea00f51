"""The journaled steps of a linkage attack: claims, paraphrases, ratings, categories. Each document is paid for once."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gyges.attacks.linkage import Claim, Claimer, RulesClaimer
from gyges.models import OURS, Model, Wording
from gyges.records import DecidedBy, Document, JsonValue
from gyges.runs._events import Listener
from gyges.runs._outcome import check_budget
from gyges.runs._plan import Plan, Stage, Task
from gyges.runs._revision import LINK_REVISION
from gyges.runs._run import run_plan
from gyges.runs.linkage._computing import Computer, RatingTask, remote_claims, remote_ratings
from gyges.runs.workers import Remote, at_once
from gyges.scoring.semantic import ClaimRating, rate_by_model

__all__ = ["LinkRun", "Stepped"]

PLAN_NAME = "link"


@dataclass(frozen=True, slots=True)
class Stepped:
    """What a step gave for each document, and why it gave nothing for some."""

    values: Mapping[str, JsonValue]
    failures: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LinkRun:
    """The run folder of a linkage attack and how work is done in it."""

    folder: Path
    concurrency: int
    listener: Listener | None = None
    wording: Wording = OURS
    computer: Computer = field(default_factory=Computer)

    async def step(
        self,
        name: str,
        documents: Sequence[Document],
        work: Callable[[Document], Awaitable[JsonValue]],
        settings: Mapping[str, JsonValue],
        *,
        remote: Remote | None = None,
    ) -> Stepped:
        """Do one step for every document, or take it from the journal; by workers where that is possible.

        Raises:
            BudgetExhaustedError: The budget is used up; what is done is kept.
        """

        async def of_task(task: Task) -> JsonValue:
            return await work(task.document)

        settings = {**settings, "revision": LINK_REVISION, **self.wording.setting()}
        workers = self.computer.workers
        run = await run_plan(
            Plan((Stage(name, of_task, settings, remote=remote),), PLAN_NAME),
            documents,
            self.folder,
            concurrency=at_once(workers, self.concurrency),
            listener=self.listener,
            workers=workers,
        )
        check_budget(run.summary)  # figures of a part would pass for those of the whole
        outcomes = dict(run.results(name))
        failed = {id_: outcome.reason for id_, outcome in outcomes.items() if not outcome.done}
        return Stepped({id_: o.value for id_, o in outcomes.items() if o.done}, failed)

    async def claims(
        self, documents: Sequence[Document], claimer: Claimer, step: str = "claims"
    ) -> tuple[dict[str, tuple[Claim, ...]], Mapping[str, str]]:
        """Take documents apart into claims."""

        async def work(document: Document) -> JsonValue:
            return [[claim.text, claim.start, claim.end] for claim in await claimer.claims(document)]

        bare = [Document(document.id, document.text) for document in documents]
        remote = remote_claims if isinstance(claimer, RulesClaimer) else None
        done = await self.step(f"{step} {claimer.name}", bare, work, dict(claimer.settings), remote=remote)
        found = {id_: tuple(Claim(*row) for row in rows) for id_, rows in done.values.items()}  # type: ignore
        return found, done.failures

    async def ratings(
        self,
        claims: Mapping[str, Sequence[Claim]],
        records: Mapping[str, str],
        judge: Model | None,
        samples: int,
    ) -> dict[str, tuple[ClaimRating, ...]]:
        """Rate the claims of each original against a text; what failed is rated as failed."""
        if judge is None:
            tasks = [RatingTask(_texts(claims[id_]), text) for id_, text in records.items()]
            return dict(zip(records, await self.computer.all(remote_ratings, tasks, "ratings by rules"), strict=True))

        async def work(document: Document) -> JsonValue:
            rated = await rate_by_model(judge, list(document.meta["claims"]), document.text, samples=samples)  # type: ignore
            return [[row.rating, list(row.samples)] for row in rated]

        asked = [Document(id_, text, meta={"claims": _texts(claims[id_])}) for id_, text in records.items()]
        done = await self.step("rate", asked, work, {"judge": judge.name, "samples": samples})
        return {id_: _ratings(_texts(claims[id_]), done.values.get(id_)) for id_ in records}


def _texts(claims: Sequence[Claim]) -> list[str]:
    return [claim.text for claim in claims]


def _ratings(claims: Sequence[str], rows: JsonValue) -> tuple[ClaimRating, ...]:
    if not isinstance(rows, list):
        return tuple(ClaimRating(claim, None, DecidedBy.FAILED) for claim in claims)
    return tuple(
        ClaimRating(claim, rating, DecidedBy.FAILED if rating is None else DecidedBy.JUDGE, tuple(samples))
        for claim, (rating, samples) in zip(claims, rows, strict=True)
    )
