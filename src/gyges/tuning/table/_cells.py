"""The cells of a table: one row with one model on one task."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from gyges.errors import ConfigError
from gyges.models import parse_spec
from gyges.runs.benchmark import method_needs_model
from gyges.tuning.table._plan import PlannedRow, TablePlan

__all__ = ["CONTROLS", "CellKind", "TableCell", "cells_of"]

CellKind: TypeAlias = Literal["control", "instruction", "method", "learned"]

CONTROLS = {"none": "No anonymization", "remove-all": "No text"}
"""The ends of the scale, measured on every task: the text as it was, and what is guessed without any."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """One row with one model on one task.

    Attributes:
        task: The name of the task.
        row: What is measured.
        kind: What kind of row it is.
        model: The model that rewrites; None without one.
        learned_with: The model and seed of the search; None where nothing is learned here.
        label: What it is called in tables; unlike all others of the task.
    """

    task: str
    row: PlannedRow
    kind: CellKind
    model: str | None = None
    learned_with: tuple[str, int] | None = None
    label: str = ""


def cells_of(plan: TablePlan, task: str) -> list[TableCell]:
    """Return the cells of one task, the controls first.

    Raises:
        ConfigError: A row needs a model and none is named, or two rows have one name.
    """
    controls = [
        TableCell(task, PlannedRow(method=name, label=label), "control", label=label)
        for name, label in CONTROLS.items()
    ]
    cells = [cell for row in plan.methods if not row.tasks or task in row.tasks for cell in _crossed(plan, row, task)]
    named = [replace(cell, label=_label(cell)) for cell in cells]
    if len({cell.label for cell in named}) != len(named):  # two models of one name at two addresses
        named = [replace(cell, label=_label(cell, whole=True)) for cell in cells]
    twice = [label for label, count in Counter(cell.label for cell in (*controls, *named)).items() if count > 1]
    if twice:
        raise ConfigError(f"two rows of the plan are called '{twice[0]}'", "give each a 'label' of its own")
    return [*controls, *named]


def _crossed(plan: TablePlan, row: PlannedRow, task: str) -> Iterator[TableCell]:
    kind: CellKind = "learned" if row.learn else "instruction" if row.instruction else "method"
    if kind == "method" and not row.models and not method_needs_model(row.method):
        yield TableCell(task, row, kind)
        return
    models = row.models or plan.models
    if not models:
        raise ConfigError(
            f"'{row.title}' needs a model, and the plan '{plan.name}' leaves it open",
            "name one with --model, such as http://127.0.0.1:11434/v1#NAME",
        )
    for model in models:
        if kind != "learned":
            yield TableCell(task, row, kind, model)
            continue
        for seed in plan.seeds:
            for other in models if plan.transfer else (model,):
                yield TableCell(task, row, kind, other, (model, seed))


def _label(cell: TableCell, *, whole: bool = False) -> str:
    def shown(model: str) -> str:
        return model if whole else parse_spec(model).model.rsplit("/", 1)[-1].removesuffix(".gguf")

    parts = [cell.row.title, *([shown(cell.model)] if cell.model else [])]
    if cell.learned_with is not None:
        parts.append(f"learned with {shown(cell.learned_with[0])}, seed {cell.learned_with[1]}")
    return " · ".join(parts)
