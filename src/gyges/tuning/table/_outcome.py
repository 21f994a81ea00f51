"""What ``tasks.json`` holds: figures of every cell, without any text of a document."""

from collections.abc import Sequence
from dataclasses import asdict

from gyges import __version__
from gyges.models import Spending
from gyges.records import JsonValue
from gyges.runs.benchmark import LeftOut
from gyges.tuning._pareto import non_dominated
from gyges.tuning.table._prepare import PreparedTable, PreparedTask
from gyges.tuning.table._run import MeasuredCell

__all__ = ["VERSION", "table_to_json"]

VERSION = 1


def table_to_json(
    prepared: PreparedTable,
    cells: Sequence[MeasuredCell],
    left_out: Sequence[LeftOut] = (),
    spent: Spending | None = None,
) -> dict[str, JsonValue]:
    """Return all figures of a table."""
    plan = prepared.plan
    front = {id(cell) for task in prepared.tasks for cell in _front(cells, task)}
    return {
        "version": VERSION,
        "gyges": __version__,
        "name": plan.name,
        "description": plan.description,
        "paper": plan.paper,
        "references": list(plan.references),
        "tasks": [_task(prepared, one) for one in prepared.tasks],
        "cells": [_cell(one, on_front=id(one) in front) for one in cells],
        "left_out": [{"what": one.what, "reason": one.reason} for one in (*prepared.left_out, *left_out)],
        "prompts": dict(prepared.prompts),
        "spent_now": dict(spent.to_json()) if spent else {},
    }


def _front(cells: Sequence[MeasuredCell], task: PreparedTask) -> list[MeasuredCell]:
    """Return what no other cell beats on both sides, all models together; the controls are no choice."""
    measured = [one for one in cells if one.cell.task == task.file.name and one.cell.kind != "control"]
    return [measured[place] for place in non_dominated([one.exam.mean for one in measured])]


def _task(prepared: PreparedTable, one: PreparedTask) -> dict[str, JsonValue]:
    privacy, utility = one.tuning.objective.measures
    plan = prepared.plan
    return {
        "name": one.file.name,
        "kind": one.file.kind,
        "privacy": privacy,
        "utility": utility,
        "attacker": plan.attacker or one.file.attacker,
        "judge": plan.judge or one.file.judge,
        "documents": len(one.documents),
        "seen": one.seen,
        "reference": one.reference,
        "notes": list(one.notes),
    }


def _cell(one: MeasuredCell, *, on_front: bool) -> dict[str, JsonValue]:
    learned = one.instruction
    return {
        "task": one.cell.task,
        "label": one.cell.label,
        "title": one.cell.row.title,
        "kind": one.cell.kind,
        "model": one.cell.model,
        "learned": None
        if learned is None or learned.model is None
        else {"model": learned.model, "seed": learned.seed, "task": learned.task},
        "instruction": learned.text if learned else None,
        "test": one.exam.to_json(),
        "calls": sum(outcome.calls for outcome in one.exam.outcomes),
        "learning": asdict(one.learning) if one.learning else None,
        "on_front": on_front,
    }
