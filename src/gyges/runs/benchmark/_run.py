"""Running a benchmark: each cell is anonymized, then attacked by everybody; nothing that is done is done again."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import as_file, files
from pathlib import Path

from gyges.attacks import RecordedAttack, read_recorded
from gyges.corpus import atomic_file, write_releases
from gyges.errors import BudgetExhaustedError
from gyges.models import ModelPool, Spending, together
from gyges.records import Document, Release
from gyges.runs._anonymize import AnonymizeOptions, anonymize_corpus
from gyges.runs._audit import audit_releases
from gyges.runs._audited import AuditRun, are_about_authors, overlap_of
from gyges.runs._claim import make_folder
from gyges.runs._events import Listener
from gyges.runs._examined import examine
from gyges.runs._figures import audit_results
from gyges.runs._outcome import Anonymized, check_budget, used_up
from gyges.runs._spending import paid_in
from gyges.runs.benchmark._cells import Cell, slug_of
from gyges.runs.benchmark._prepare import BUNDLED, Prepared
from gyges.runs.linkage._utility import choice_of
from gyges.runs.workers import Jobs, workers_for
from gyges.scoring import (
    Count,
    Overlap,
    Profile,
    Rate,
    Results,
    ScoredDocument,
    Utility,
    Validation,
    bootstrap_rate,
    counted_verdicts,
    document_counts,
    judge_utility,
    measure_utility,
    utility_rates,
    validate,
)
from gyges.scoring.semantic import LinkResults, answer_choice

TASK_ACCURACY = "task_accuracy"
"""What the figure is called among those of utility."""

_AT_ONCE = 16


def task_accuracy(answers: Iterable[bool | None]) -> Rate:
    """Return the share of right answers; what was not answered counts nowhere, and the denominator tells."""
    return bootstrap_rate([Count(float(right), 1) for right in answers if right is not None])


def spent_on(releases: Iterable[Release], paid: Spending | None = None) -> Spending:
    """Return what releases cost: what was paid for them, and what the cache knew by their traces.

    Folders of earlier versions do not tell what was paid; then the traces do, without what failed on the way.
    """
    total = Spending()
    for release in releases:
        cost = release.trace.get("cost")
        if isinstance(cost, Mapping):
            usd = cost.get("usd")
            calls, cached, sent, received = (int(str(cost.get(name) or 0)) for name in _COUNTS)
            total.add(Spending(calls, cached, sent, received, None if usd is None else float(str(usd))))
    if paid is None or paid.calls < total.calls:
        return total
    return Spending(paid.calls, total.cached_calls, paid.input_tokens, paid.output_tokens, paid.usd)


_COUNTS = ("calls", "cached_calls", "input_tokens", "output_tokens")


def worst_people(scored: Sequence[ScoredDocument], profile: Profile) -> Rate:
    """Return how protected the worst-off person of a document is, averaged over documents."""
    counts = []
    for document in scored:
        people = (counted_verdicts(subject, profile) for subject in document.subjects)
        kept = [1 - sum(verdict.leaked for verdict in some) / len(some) for some in people if some]
        counts.append(Count(min(kept), 1) if kept else Count(0, 0))
    return bootstrap_rate(counts)


READINGS = ("bundled", "readings.jsonl")
"""Where they lie in `gyges.corpus`; made by ``python -m training.demo_readings``."""


@cache
def shipped_readings() -> RecordedAttack | None:
    """Return the readings that ship; None where none do, and then the estimate stands alone."""
    source = files("gyges.corpus").joinpath(*READINGS)
    if not source.is_file():
        return None
    with as_file(source) as path:
        return read_recorded(path)


UNTOUCHED = "none"
"""The method whose releases are the originals."""

_RELEASES = "releases.jsonl"


@dataclass(frozen=True, slots=True)
class AuditedCell:
    """One cell as one attacker sees it."""

    cell: Cell  # method, model, seed, data set
    attacker: str  # who attacked
    results: Results  # everything that was found out, as in ``results.json``
    worst_person: Rate  # the protection of the worst-off person of a document, averaged over documents
    cost: Spending  # what making the releases cost, in all runs that worked on them
    results_file: str  # where the full results lie, relative to the folder of the benchmark
    releases_file: str  # the same for the releases
    kept: Mapping[str, Mapping[str, Count]]  # what each document adds to CPR and IPR, by figure and document
    validation: Validation | None = None  # how good the attacker is, where it read the originals themselves


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
    audited: list[AuditedCell] = []
    for number, cell in enumerate(prepared.cells, start=1):
        if not prepared.attackers[cell.dataset]:
            continue  # nobody reads them: the plan is about linkage alone
        tell(f"{number} of {len(prepared.cells)}: {cell.label} on {cell.dataset}")
        try:
            audited += await _Step(prepared, cell, folder, pool, listener, jobs).go()
        except BudgetExhaustedError as error:
            raise used_up(number - 1, len(prepared.cells), "cells of the table") from error
    return audited


async def made_releases(
    prepared: Prepared, cell: Cell, folder: Path, pool: ModelPool, listener: Listener | None, jobs: Jobs
) -> Anonymized:
    """Return the releases of a cell; half of them never pass for all."""
    options = AnonymizeOptions(cell.choice.method, cell.options, as_made=prepared.plan.as_made, jobs=jobs)
    tools, documents = cell.tools(pool, prepared.attack), prepared.documents[cell.dataset]
    made = await anonymize_corpus(documents, anonymize_folder(folder, cell), tools, options, listener=listener)
    check_budget(made.summary)
    return made


@dataclass(frozen=True, slots=True)
class _Step:
    prepared: Prepared
    cell: Cell
    folder: Path
    pool: ModelPool
    listener: Listener | None
    jobs: Jobs

    @property
    def documents(self) -> Sequence[Document]:
        return self.prepared.documents[self.cell.dataset]

    async def go(self) -> list[AuditedCell]:
        place = anonymize_folder(self.folder, self.cell)
        with paid_in(place) as paid:
            made = await made_releases(self.prepared, self.cell, self.folder, self.pool, self.listener, self.jobs)
        releases = dict(made.releases)  # each is looked at often from here on
        write_releases(releases.values(), place / _RELEASES, force=True, private=True)
        whole = {i: r for i, r in releases.items() if i not in made.failures}
        worth = _Worth(await self._utility(whole), await self._answers(whole))
        cost, attackers = spent_on(releases.values(), paid), self.prepared.attackers[self.cell.dataset]
        return [await self._audit(attacker, releases, worth, cost) for attacker in attackers]

    async def _audit(
        self, attacker: str, releases: Mapping[str, Release], worth: "_Worth", cost: Spending
    ) -> AuditedCell:
        cell, options = self.cell, self.prepared.audit_options(self.cell.dataset, attacker)
        place = audit_folder(self.folder, cell.dataset)
        full = place / cell.slug / slug_of(attacker) / "results.json"
        make_folder(full.parent)
        with paid_in(full.parent) as spent:
            async with workers_for(self.jobs, (2 * len(one.text) for one in self.documents)) as workers:
                run = AuditRun(options, place, self.pool, listener=self.listener, workers=workers)
                (audited,) = await audit_releases(self.documents, {cell.label: releases}, run)
                if audited.out_of_budget:  # half a cell must not pass for a whole one
                    raise BudgetExhaustedError(audited.out_of_budget, "run the same command again to go on")
                examined = await examine(audited, run)
                audited = examined.audited
                utility = worth.rates(audited.findings.keys(), overlap_of(self.documents))
                readings = shipped_readings() if cell.dataset == BUNDLED else None
                _, results = await audit_results(examined, run, spent, utility=utility, readings=readings)
        write_results(results, full)
        made = anonymize_folder(self.folder, cell) / _RELEASES
        results_file, releases_file = (path.relative_to(self.folder).as_posix() for path in (full, made))
        scored, profile = audited.scored, options.profile
        worst, kept = worst_people(scored, profile), document_counts(scored, profile=profile)
        untouched = cell.choice.method == UNTOUCHED and not are_about_authors(self.documents)
        quality = validate(scored, profile=profile) if untouched else None
        return AuditedCell(cell, attacker, results, worst, cost, results_file, releases_file, kept, quality)

    async def _utility(self, releases: Mapping[str, Release]) -> dict[str, Utility]:
        """Compare releases with their originals; where anything was changed, a model may rate them too."""
        documents = {document.id: document for document in self.documents}
        changed = {i for i, release in releases.items() if release.text != documents[i].text and release.text.strip()}
        judge = self.prepared.plan.utility_judge if changed else None

        async def one(id_: str) -> Utility:
            if judge is None or not releases[id_].text.strip():
                return measure_utility(documents[id_], releases[id_])
            return await judge_utility(
                self.pool.model(judge), documents[id_], releases[id_], self.prepared.plan.profile
            )

        rows = await together([partial(one, id_) for id_ in releases], at_once=_AT_ONCE)
        return dict(zip(releases, rows, strict=True))

    async def _answers(self, releases: Mapping[str, Release]) -> dict[str, bool | None]:
        """Have a model answer the questions of released documents, if somebody was named for it; None for no answer.

        No worked examples are shown: the same question gets the same answer whichever documents are evaluated beside.
        """
        who, choices = self.prepared.plan.answerer, {one.id: choice_of(one) for one in self.documents}
        if who is None:
            return {}
        asked = {id_: choice for id_, choice in choices.items() if choice is not None and id_ in releases}
        model = self.pool.model(who)
        jobs = [partial(answer_choice, model, choice, releases[id_].text) for id_, choice in asked.items()]
        return dict(zip(asked, await together(jobs, at_once=_AT_ONCE), strict=True))


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


def write_results(results: Results | LinkResults, path: Path) -> None:
    """Write results as their file holds them."""
    text = json.dumps(results.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
    with atomic_file(path, force=True, private=True) as stream:
        stream.write(text.encode("utf-8", errors="backslashreplace"))
