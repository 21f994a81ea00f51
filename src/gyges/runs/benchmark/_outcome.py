"""What a benchmark hands back: ``benchmark.json``, version 1, figures only."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path

from gyges import __version__
from gyges.corpus import atomic_file, corpus_stats
from gyges.models import Spending
from gyges.records import JsonValue
from gyges.runs._claim import FolderClaim, claim_folder
from gyges.runs._lock import folder_lock
from gyges.runs._public import PUBLIC
from gyges.runs.benchmark._cells import ENDS_OF_THE_SCALE
from gyges.runs.benchmark._links import LinkedCell, LinkedRun
from gyges.runs.benchmark._prepare import Prepared
from gyges.runs.benchmark._run import AuditedCell
from gyges.scoring import Count, Results, Validation, difference_over_seeds, rank_agreement
from gyges.scoring.semantic import LinkCoverage

FIGURES = ("cpr", "ipr")
"""The figures that are compared."""

_Runs = dict[int | None, dict[str, dict[str, Count]]]


def differences(cells: Sequence[AuditedCell], ends: frozenset[str]) -> Iterator[JsonValue]:
    """Yield the differences of every two methods, by data set, attacker and figure."""
    groups: dict[tuple[str, str], dict[str, _Runs]] = {}
    for one in cells:
        if one.cell.choice.method not in ends:
            methods = groups.setdefault((one.cell.dataset, one.attacker), {})
            methods.setdefault(one.cell.without_seed, {})[one.cell.seed] = {f: dict(one.kept[f]) for f in FIGURES}
    for (dataset, attacker), methods in groups.items():
        for first, second in combinations(methods, 2):
            row: dict[str, JsonValue] = {"dataset": dataset, "attacker": attacker, "one": first, "two": second}
            for figure in FIGURES:
                compared = difference_over_seeds(_seeded(methods[first], figure), _seeded(methods[second], figure))
                row[figure] = compared.to_json()
            yield row


def _seeded(runs: _Runs, figure: str) -> dict[int | None, dict[str, Count]]:
    return {seed: run[figure] for seed, run in runs.items()}


_OUTPUTS = (
    *("plan.json", "anonymize", "audits", "links", "benchmark.json"),
    *("table.md", "table.csv", "links.csv", "report.html", "people.html", PUBLIC),
)


_OF_TASKS = ("instruction", "learn")


def benchmark_claim(prepared: Prepared) -> FolderClaim:
    """Return what the folder of a benchmark is for."""
    inputs = [row for name, documents in prepared.documents.items() for row in (name, *documents)]
    prompts = {"prompts": prepared.prompts} if prepared.prompts else {}
    asked = asdict(prepared.plan)
    del asked["coverage"]  # says which outcome is good enough, and changes none
    for part, names in ((asked, ("tasks", "transfer", "learn")), *((one, _OF_TASKS) for one in asked["methods"])):
        for name in names:
            del part[name]  # only on tasks, whose folders have a claim of their own
    return FolderClaim.of("benchmark", inputs, {**asked, **prompts}, _OUTPUTS)


@contextmanager
def benchmark_folder(folder: Path, prepared: Prepared, *, force: bool = False) -> Iterator[None]:
    """Hold the folder of a benchmark while it runs, and write down its plan."""
    claim_folder(folder, benchmark_claim(prepared), force=force)
    with folder_lock(folder):
        with atomic_file(folder / "plan.json", force=True, private=True) as stream:
            stream.write((json.dumps(plan_json(prepared), ensure_ascii=False, indent=2) + "\n").encode("utf-8"))
        yield


VERSION = 1
POOLED = "all data sets"
_RANKED = ("cpr", "ipr")
_CODE = re.compile(r"\bGY\d{3}\b")
_NO_CODE = "other"
_PERSONAL = ("document", "id", "description")
_LINK_FIGURES = {"linkage", "semantic", "lexical", "controls", "categories", "utility", "sets"}
_LINK_COUNTED = ("unusable", "short", "failed", "unreleased", "extra", "blank", "lost")
_ABOUT_PEOPLE = ("subjects", "strangers", "combination")


@dataclass(frozen=True, slots=True)
class BenchmarkOutcome:
    """A benchmark that has been run."""

    prepared: Prepared  # what was run
    cells: Sequence[AuditedCell]  # every cell as every attacker sees it
    spending: Spending  # what this run of the benchmark spent on models
    paid: Spending  # what all runs of it spent, killed ones too
    linked: LinkedRun = field(default_factory=LinkedRun)  # the attacks by linkage

    def to_json(self) -> dict[str, JsonValue]:
        """Return the outcome as ``benchmark.json`` holds it: no texts, values or names of people."""
        plan = self.prepared.plan
        return {
            "version": VERSION,
            "gyges": __version__,
            "name": plan.name,
            "description": plan.description,
            "profile": plan.profile,
            "as_made": plan.as_made,
            "judge": plan.judge,
            "utility_judge": plan.utility_judge,
            "matcher": plan.matcher,
            "answerer": plan.answerer,
            "tables": list(plan.tables),
            "references": list(plan.references),
            "coverage": plan.coverage,
            "prompts": dict(self.prepared.prompts),
            "datasets": [self._dataset(choice.name, choice.reference) for choice in plan.datasets],
            "cells": [_cell(cell) for cell in self.cells],
            "links": [_link_json(cell) for cell in self.linked.cells],
            "unlinked": [{"what": one.what, "reason": one.reason} for one in self.linked.failed],
            "ranks": self._ranks(),
            "differences": list(differences(self.cells, ENDS_OF_THE_SCALE)),
            "left_out": [
                {"what": one.what, "reason": one.reason} for one in (*self.prepared.left_out, *self.linked.left_out)
            ],
            "spent_now": self.spending.to_json(),
            "spent": self.paid.to_json(),
        }

    def _dataset(self, name: str, reference: str) -> JsonValue:
        stats = corpus_stats(self.prepared.documents[name])
        return {
            "name": name,
            "documents": stats.documents,
            "annotated": stats.with_subjects,
            "marked": stats.with_mentions,
            "people": stats.subjects.count,
            "facts": stats.facts.sure,
            "characters": stats.length.total,
            "attackers": list(self.prepared.attackers[name]),
            "reference": reference or name,
            "stats": stats.to_json(),
        }

    def _ranks(self) -> list[JsonValue]:
        """How alike each two attackers rank the methods (Spearman), by data set and over all of them."""
        groups: dict[str, list[AuditedCell]] = {}
        for cell in self.cells:
            if cell.cell.choice.method not in ENDS_OF_THE_SCALE:
                groups.setdefault(cell.cell.dataset, []).append(cell)
        if len(groups) > 1:
            groups[POOLED] = [cell for cells in list(groups.values()) for cell in cells]
        rows: list[JsonValue] = []
        for dataset, cells in groups.items():
            by_figure = {name: rank_agreement(_by_attacker(cells, name)) for name in _RANKED}
            methods = len({(cell.cell.dataset, cell.cell.label) for cell in cells})
            for pair in by_figure[_RANKED[0]]:
                figures: dict[str, JsonValue] = {name: by_figure[name][pair] for name in _RANKED}
                rows.append({"dataset": dataset, "attackers": pair, "methods": methods, **figures})
        return rows


def plan_json(prepared: Prepared) -> dict[str, JsonValue]:
    """Return the plan as it was run, as ``plan.json`` holds it."""
    return {
        "version": VERSION,
        "name": "benchmark",
        "gyges": __version__,
        "plan": asdict(prepared.plan),
        "prompts": dict(prepared.prompts),
        "attackers": {name: list(attackers) for name, attackers in prepared.attackers.items()},
        "documents": {name: len(documents) for name, documents in prepared.documents.items()},
        "cells": [
            {
                "dataset": cell.dataset,
                "label": cell.label,
                "method": cell.choice.method,
                "model": cell.model,
                "seed": cell.seed,
                "options": cell.options,
                "folder": cell.slug,
            }
            for cell in prepared.cells
        ],
        "left_out": [{"what": one.what, "reason": one.reason} for one in prepared.left_out],
    }


def _by_attacker(cells: Sequence[AuditedCell], figure: str) -> dict[str, dict[str, float | None]]:
    found: dict[str, dict[str, float | None]] = {}
    for cell in cells:
        key = f"{cell.cell.dataset}\0{cell.cell.label}"
        found.setdefault(cell.attacker, {})[key] = cell.results.metrics[figure].value
    return found


def _cell(one: AuditedCell) -> JsonValue:
    return {
        "dataset": one.cell.dataset,
        "label": one.cell.label,
        "title": one.cell.choice.title,
        "method": one.cell.choice.method,
        "model": one.cell.model,
        "seed": one.cell.seed,
        "options": dict(one.cell.options),
        "attacker": one.attacker,
        "worst_person": one.worst_person.to_json(),
        "cost": one.cost.to_json(),
        "results_file": one.results_file,
        "releases_file": one.releases_file,
        "results": _figures_only(one.results),
        "validation": None if one.validation is None else _without_ids(one.validation),
    }


def _without_ids(validation: Validation) -> JsonValue:
    row = validation.to_json()
    row.pop("coverage")  # the results of the cell have it
    return row


def _figures_only(results: Results) -> JsonValue:
    """Return results without people, and without words that quote a text or describe somebody."""
    row: dict[str, JsonValue] = results.model_dump(
        mode="json", exclude={**dict.fromkeys(_ABOUT_PEOPLE, True), "known": {"people"}}
    )
    row["subjects"] = []
    metrics: dict[str, dict[str, JsonValue]] = row["metrics"]  # type: ignore[assignment]  # our own model
    worst = metrics.get("worst_subject", {})
    for name in _PERSONAL:
        worst.pop(name, None)
    failed = [{"id": one.id, "stage": one.stage, "reason": _code(one.reason)} for one in results.coverage.failed]
    row["coverage"] = {**results.coverage.model_dump(mode="json"), "failed": failed}
    for name, told in (("standing", "words"), ("unchecked", "reason")):
        rows: list[dict[str, JsonValue]] | None = row[name]  # type: ignore[assignment]  # our own model
        row[name] = rows and [{**one, told: ""} for one in rows]
    return row


def _code(reason: str) -> str:
    found = _CODE.search(reason)
    return found[0] if found else _NO_CODE


def _link_json(one: LinkedCell) -> JsonValue:
    """Return the figures of one attack by linkage on the releases of one method."""
    cell = one.cell
    return {
        "dataset": cell.dataset,
        "label": cell.label,
        "title": cell.without_seed,
        "method": cell.choice.method,
        "model": cell.model,
        "seed": cell.seed,
        "paired": one.paired,
        "setting": asdict(one.setting),
        "results_file": one.results_file,
        "coverage": _link_counts(one.results.coverage),
        **one.results.model_dump(mode="json", include=_LINK_FIGURES),
    }


def _link_counts(coverage: LinkCoverage) -> dict[str, JsonValue]:
    whole = {name: getattr(coverage, name) for name in ("originals", "records", "attacked")}
    return {**whole, **Counter({name: len(getattr(coverage, name)) for name in _LINK_COUNTED})}
