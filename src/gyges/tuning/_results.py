"""What ``tuning.json`` holds, and the words that say whether anything improved."""

from dataclasses import asdict
from typing import Any

from gyges import __version__
from gyges.models import Spending
from gyges.records import JsonValue
from gyges.tuning._exam import Exam, differences
from gyges.tuning._outcome import Scores
from gyges.tuning._search import Candidate, DroppedProposal
from gyges.tuning._splits import text_digest
from gyges.tuning._strong import StrongBeside, strong_beside, strong_words
from gyges.tuning._tune import Tuned

__all__ = ["VERSION", "tuned_to_json"]

VERSION = 1
_NOTHING = "No instruction led to anything: every rewrite failed, or protects nothing and keeps nothing."


def tuned_to_json(done: Tuned, spent: Spending | None = None) -> dict[str, JsonValue]:
    """Return all that came of a task, without any text of a document."""
    tuning, strong = done.tuning, strong_beside(done.tuning)
    names = {entry.candidate.number: entry.name for entry in done.menu}
    return {
        "version": VERSION,
        "gyges": __version__,
        "task": tuning.task.file.model_dump(mode="json"),
        "goal": str(tuning.task.goal),
        "prompts": dict(tuning.prompts),
        "roles": {
            "anonymizer": tuning.roles.anonymizer,
            "proposer": tuning.roles.proposer or tuning.roles.anonymizer,
            "attacker": tuning.roles.attacker or tuning.task.file.attacker,
            "judge": tuning.roles.judge or tuning.task.file.judge,
        },
        "objective": {
            "name": tuning.objective.name,
            "privacy": tuning.objective.measures[0],
            "utility": tuning.objective.measures[1],
            "strong": strong_words(tuning),
        },
        "documents": _documents(done),
        "budget": {name: asdict(use) for name, use in done.budgets.items()},
        "calls_per_document": done.calls_per_document,
        "search": {"name": done.search, "turned": done.pool.turned, "ended": done.pool.ended},
        "candidates": [_candidate(done, one, names) for one in done.pool.candidates],
        "attempts": [_attempt(one) for one in done.pool.attempts],
        "curve": curve_of(done),
        "menu": [_menu_entry(done, entry.name, entry.candidate, strong) for entry in done.menu],
        "withdrawn": [_menu_entry(done, entry.name, entry.candidate, strong) for entry in done.withdrawn],
        "seed": _menu_entry(done, "seed", done.pool.candidates[0], strong),
        "baselines": [
            {"name": one.name, "calls": one.calls, "left_out": one.left_out, "test": _test(one.tested, strong)}
            for one in done.baselines
        ],
        "improvement": improvement(done),
        "spent_now": dict(spent.to_json()) if spent else {},
    }


def curve_of(done: Tuned) -> list[dict[str, JsonValue]]:
    """Return the best score so far after each candidate, by questions asked."""
    goal, rows, best = done.tuning.task.goal, list[dict[str, JsonValue]](), -1.0
    for one in done.pool.candidates:
        best = max(best, goal.scalar(done.pool.estimate(one)))
        rows.append({"calls": one.calls, "best": best, "phase": one.phase})
    return rows


def improvement(done: Tuned) -> dict[str, JsonValue]:
    """Say honestly whether the best instruction is better than the seed on the test documents."""
    seed = done.tested.get(0)
    if not done.menu:
        floor = done.tuning.task.goal.floor
        return {"words": f"No instruction keeps the floor of {floor:g}." if floor else _NOTHING}
    best = done.menu[0].candidate.number
    if best == 0:
        return {"words": "Nothing better than the seed instruction was found."}
    after = done.tested.get(best)
    if seed is None or after is None or not after.outcomes:
        return {"words": "It was not tested: the calls for the test did not suffice."}
    rows: dict[str, Any] = differences(done.tuning.task.goal, seed, after)
    low, value, high = (rows["score"][name] for name in ("low", "value", "high"))
    words = (
        "The best instruction is better than the seed on test documents."
        if low is not None and low > 0
        else "The best instruction is worse than the seed on test documents."
        if high is not None and high < 0
        else "On test documents no difference to the seed is certain."
    )
    return {"words": words, "difference": rows, "value": value}


def _documents(done: Tuned) -> dict[str, JsonValue]:
    splits = done.tuning.splits
    tested = done.tested.get(0)
    return {
        "train": len(splits.train),
        "validation": len(splits.validation),
        "test": len(splits.test),
        "tested": len(tested.outcomes) if tested else 0,
        "duplicates": splits.duplicates,
        "seen": sorted(text_digest(document) for document in (*splits.train, *splits.validation)),
        "notes": list(splits.notes),
    }


def _candidate(done: Tuned, one: Candidate, names: dict[int, str]) -> dict[str, JsonValue]:
    return {
        "number": one.number,
        "parent": one.parent,
        "phase": one.phase,
        "reason": one.reason,
        "check": list(one.check),
        "calls": one.calls,
        "instruction": one.instruction,
        "estimate": _scores(done.pool.estimate(one)),
        "scored_on": len(one.scores),
        "whole": one.number in done.whole,
        "menu": names.get(one.number),
    }


def _attempt(one: DroppedProposal) -> dict[str, JsonValue]:
    return {
        "parent": one.parent,
        "phase": one.phase,
        "reason": one.reason,
        "outcome": one.outcome,
        "instruction": one.instruction,
        "calls": one.calls,
    }


def _menu_entry(done: Tuned, name: str, one: Candidate, strong: StrongBeside | None) -> dict[str, JsonValue]:
    return {
        "name": name,
        "file": f"menu/{name}.md",
        "number": one.number,
        "instruction": one.instruction,
        "validation": _scores(one.mean),
        "test": _test(done.tested.get(one.number), strong),
    }


def _test(tested: Exam | None, strong: StrongBeside | None) -> dict[str, JsonValue] | None:
    if tested is None or not tested.outcomes:
        return None
    return {**tested.to_json(), "strong": None if strong is None else strong.rate(tested).to_json()}


def _scores(scores: Scores) -> dict[str, JsonValue]:
    return {"privacy": scores.privacy, "utility": scores.utility, "worst": scores.worst}
