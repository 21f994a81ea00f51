"""Running a benchmark: each cell is anonymized, then attacked by everybody; nothing that is done is done again."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gyges.corpus import atomic_file, write_releases
from gyges.errors import BudgetExhaustedError
from gyges.models import ModelPool, Spending, account, together
from gyges.records import Document, Release
from gyges.runs._anonymize import AnonymizeOptions, anonymize_corpus
from gyges.runs._audit import audit_releases
from gyges.runs._authors import are_about_authors, overlap_of
from gyges.runs._events import Event, Listener, RunStopped
from gyges.runs._figures import audit_results
from gyges.runs._outcome import used_up
from gyges.runs._strong import strong_estimate
from gyges.runs.benchmark._answers import TASK_ACCURACY, answered_from, task_accuracy
from gyges.runs.benchmark._cells import Cell, slug_of
from gyges.runs.benchmark._datasets import BUNDLED
from gyges.runs.benchmark._figures import spent_on, untouched_figures, worst_people
from gyges.runs.benchmark._prepare import Prepared
from gyges.runs.benchmark._readings import shipped_readings
from gyges.runs.workers import Jobs, workers_for
from gyges.scoring import (
    Count,
    Overlap,
    Rate,
    Results,
    Utility,
    Validation,
    document_counts,
    judge_utility,
    measure_utility,
    utility_rates,
    validate,
)

__all__ = ["AuditedCell", "anonymize_folder", "audit_folder", "run_benchmark"]

UNTOUCHED = "none"
"""The method whose releases are the originals."""

_RATING_AT_ONCE = 16
_RELEASES = "releases.jsonl"


@dataclass(frozen=True, slots=True)
class AuditedCell:
    """One cell as one attacker sees it.

    Attributes:
        cell: Method, model, seed, data set.
        attacker: Who attacked.
        results: Everything that was found out, as in ``results.json``.
        worst_person: The protection of the worst-off person of a document, averaged over documents.
        cost: What making the releases cost, when they were made.
        results_file: Where the full results lie, relative to the folder of the benchmark.
        releases_file: The same for the releases.
        kept: What each document adds to CPR and IPR, by figure and document.
        validation: How good the attacker is, where it read the originals themselves.
    """

    cell: Cell
    attacker: str
    results: Results
    worst_person: Rate
    cost: Spending
    results_file: str
    releases_file: str
    kept: Mapping[str, Mapping[str, Count]]
    validation: Validation | None = None


def anonymize_folder(folder: Path, cell: Cell) -> Path:
    """Return the run folder in which the releases of a cell are made."""
    return folder / "anonymize" / slug_of(cell.dataset) / cell.slug


def audit_folder(folder: Path, dataset: str) -> Path:
    """Return the run folder in which the texts of a data set are attacked: one, as many texts are the same."""
    return folder / "audits" / slug_of(dataset)


async def run_benchmark(
    prepared: Prepared,
    folder: Path,
    pool: ModelPool,
    *,
    listener: Listener | None = None,
    tell: Callable[[str], None] = lambda sentence: None,
    jobs: Jobs = None,
) -> list[AuditedCell]:
    """Run all cells, and go on where an earlier run in the same folder was.

    Args:
        prepared: What to run.
        folder: The folder of the benchmark.
        pool: The models.
        listener: Told how each run goes on.
        tell: Called with a sentence when a cell begins.
        jobs: How many processes compute, or a cluster; None for one on each core, and one alone for few texts.

    Raises:
        BudgetExhaustedError: The budget is used up; what is done is kept.
    """
    watch = _Watch(listener)
    audited: list[AuditedCell] = []
    for number, cell in enumerate(prepared.cells, start=1):
        if not prepared.attackers[cell.dataset]:
            continue  # nobody reads them: the plan is about linkage alone
        tell(f"{number} of {len(prepared.cells)}: {cell.label} on {cell.dataset}")
        try:
            audited += await _Step(prepared, cell, folder, pool, watch, jobs).go()
        except BudgetExhaustedError as error:
            raise used_up(number - 1, len(prepared.cells), "cells of the table") from error
    return audited


@dataclass(slots=True)
class _Watch:
    """Passes events on, and remembers whether a run stopped for want of budget."""

    listener: Listener | None
    out_of_budget: bool = False

    def __call__(self, event: Event, /) -> None:
        if isinstance(event, RunStopped) and event.summary.stopped == "budget":
            self.out_of_budget = True
        if self.listener is not None:
            self.listener(event)

    def check(self) -> None:
        """Stop before half a cell passes for a whole one."""
        if self.out_of_budget:
            raise BudgetExhaustedError(
                "the budget is used up before the benchmark is done",
                "run the same command again to go on with as much again",
            )


@dataclass(frozen=True, slots=True)
class _Step:
    prepared: Prepared
    cell: Cell
    folder: Path
    pool: ModelPool
    watch: _Watch
    jobs: Jobs

    @property
    def documents(self) -> Sequence[Document]:
        return self.prepared.documents[self.cell.dataset]

    async def go(self) -> list[AuditedCell]:
        cell, place = self.cell, anonymize_folder(self.folder, self.cell)
        tools = cell.tools(self.pool, self.prepared.attack)
        options = AnonymizeOptions(cell.choice.method, cell.options, jobs=self.jobs)
        made = await anonymize_corpus(self.documents, place, tools, options, listener=self.watch)
        self.watch.check()
        releases = dict(made.releases)  # each is looked at often from here on
        write_releases(releases.values(), place / _RELEASES, force=True, private=True)
        whole = {i: r for i, r in releases.items() if i not in made.failures}
        worth = _Worth(await self._utility(whole), await self._answers(whole))
        cost = spent_on(releases.values())
        return [
            await self._audit(attacker, releases, worth, cost) for attacker in self.prepared.attackers[cell.dataset]
        ]

    async def _audit(
        self, attacker: str, releases: Mapping[str, Release], worth: "_Worth", cost: Spending
    ) -> AuditedCell:
        cell, options = self.cell, self.prepared.audit_options(self.cell.dataset, attacker)
        place = audit_folder(self.folder, cell.dataset)
        with account() as spent:
            async with workers_for(self.jobs, (2 * len(one.text) for one in self.documents)) as workers:
                (audited,) = await audit_releases(
                    self.documents,
                    {cell.label: releases},
                    place,
                    self.pool,
                    options=options,
                    listener=self.watch,
                    workers=workers,
                )
        self.watch.out_of_budget |= bool(self.pool.ledger.refused)  # also by a matcher or a judge
        self.watch.check()
        results = audit_results(
            audited,
            options,
            spent,
            strong=await strong_estimate(audited, options),
            utility=worth.rates(audited.findings.keys(), overlap_of(self.documents)),
            readings=shipped_readings() if cell.dataset == BUNDLED else None,
            prompts=self.pool.settings.prompts.digests(),
        )
        results = untouched_figures(results, audited)
        full = place / cell.slug / slug_of(attacker) / "results.json"
        _write(results, full)
        worst = worst_people(audited.scored, options.profile)
        made = anonymize_folder(self.folder, cell) / _RELEASES
        results_file, releases_file = (path.relative_to(self.folder).as_posix() for path in (full, made))
        kept = document_counts(audited.scored, profile=options.profile)
        untouched = cell.choice.method == UNTOUCHED and not are_about_authors(self.documents)
        quality = validate(audited.scored, profile=options.profile) if untouched else None
        return AuditedCell(cell, attacker, results, worst, cost, results_file, releases_file, kept, quality)

    async def _utility(self, releases: Mapping[str, Release]) -> dict[str, Utility]:
        """Compare releases with their originals; where anything was changed, a model may rate them too."""
        documents = {document.id: document for document in self.documents}
        changed = {i for i, release in releases.items() if release.text != documents[i].text and release.text.strip()}
        judge = self.prepared.plan.utility_judge if changed else None

        async def one(id_: str) -> Utility:
            if judge is None or not releases[id_].text.strip():
                return measure_utility(documents[id_], releases[id_])
            return await judge_utility(self.pool.model(judge), documents[id_], releases[id_])

        rows = await together([partial(one, id_) for id_ in releases], at_once=_RATING_AT_ONCE)
        return dict(zip(releases, rows, strict=True))

    async def _answers(self, releases: Mapping[str, Release]) -> dict[str, bool | None]:
        """Have a model answer the questions of the documents from their releases, if somebody was named for it."""
        who = self.prepared.plan.answerer
        return {} if who is None else await answered_from(self.pool.model(who), self.documents, releases)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What releases are good for, document by document."""

    utility: Mapping[str, Utility]
    answers: Mapping[str, bool | None]

    def rates(self, attacked: Collection[str], overlap: Overlap) -> dict[str, Rate] | None:
        """Return the figures of utility over the documents that were attacked; None where there are none."""
        rows = [row for id_, row in self.utility.items() if id_ in attacked]
        found = utility_rates(rows, overlap=overlap) if rows else {}
        answers = [right for id_, right in self.answers.items() if id_ in attacked]
        return {**found, **({TASK_ACCURACY: task_accuracy(answers)} if answers else {})} or None


def _write(results: Results, path: Path) -> None:
    text = json.dumps(results.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
    with atomic_file(path, force=True, private=True) as stream:
        stream.write(text.encode("utf-8", errors="backslashreplace"))
