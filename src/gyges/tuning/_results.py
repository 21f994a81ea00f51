"""What ``tuning.json`` and its folder hold, whether anything improved, and what a strong reader would leave."""

import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gyges import __version__
from gyges._home import private_folder
from gyges.attacks import RulesAttack, is_embedded
from gyges.corpus import atomic_file
from gyges.models import Spending
from gyges.records import Document, Finding, JsonValue, Release
from gyges.scoring import (
    Profile,
    Rate,
    ScoredDocument,
    estimate_strong,
    is_about_author,
    score_document,
    unscored_document,
)
from gyges.tuning._baselines import Exam, differences
from gyges.tuning._outcome import Scores
from gyges.tuning._search import Candidate, DroppedProposal
from gyges.tuning._splits import text_digest
from gyges.tuning._tune import Tuned, Tuning

_ABOUT_PEOPLE = ("spia", "own")
"""Objectives whose privacy is what an attacker infers about everybody in a text."""


@dataclass(frozen=True)
class StrongBeside:
    """Estimates CPR from a strong reader on test documents."""

    documents: Mapping[str, Document]  # the annotated test documents, by id
    before: Mapping[str, Finding]  # what rules find in the originals
    profile: Profile  # by which rules facts are counted

    def rate(self, exam: Exam) -> Rate:
        """Return the estimate for one instruction; a document without a release counts as leaked."""
        rules = RulesAttack()
        scored: list[ScoredDocument] = []
        releases: dict[str, Release] = {}
        findings: dict[str, Finding] = {}
        for one in exam.outcomes:
            document = self.documents.get(one.document)
            if document is None:
                continue
            if one.failed is not None:
                scored.append(unscored_document(document.id, document.subjects or (), one.failed))
                continue
            release = releases[document.id] = Release(document.id, one.text, "candidate")
            finding = findings[document.id] = rules.find(one.text, document.id)
            scored.append(score_document(document, finding, release=release, profile=self.profile))
        told = estimate_strong(scored, self.documents, releases, findings, self.before, profile=self.profile)
        return told.cpr


def strong_beside(tuning: Tuning) -> StrongBeside | None:
    """Return the estimate that stands beside the privacy of a task; None where there is none to give."""
    if _why_none(tuning):
        return None
    rules, documents = RulesAttack(), _annotated(tuning)
    before = {id_: rules.find(document.text, id_) for id_, document in documents.items()}
    return StrongBeside(documents, before, "paper" if tuning.task.file.paper else "strict")


def strong_words(tuning: Tuning) -> str:
    """Say what the column of the strong reader is, or why there is none."""
    why = _why_none(tuning)
    return why or (
        f"Strong: CPR from a strong reader on the test documents, estimated. {_attacker(tuning)} led the search and "
        "reads explicit cues only; believe the estimate rather than privacy."
    )


def _why_none(tuning: Tuning) -> str:
    attacker = _attacker(tuning)
    if tuning.objective.name not in _ABOUT_PEOPLE or not attacker:
        return "No strong reader is estimated: the privacy of this task is not what is inferred about people."
    if not is_embedded(attacker):
        return f"No strong reader is estimated: {attacker} read every release, and privacy is what it left."
    if not _annotated(tuning):
        return "No strong reader is estimated: nobody annotated the test documents."
    return ""


def _attacker(tuning: Tuning) -> str:
    return str(tuning.objective.settings.get("attacker") or "")


def _annotated(tuning: Tuning) -> dict[str, Document]:
    return {one.id: one for one in tuning.splits.test if one.subjects and not is_about_author(one)}


VERSION = 1
_NOTHING = "No instruction led to anything: every rewrite failed, or protects nothing and keeps nothing."


def tuned_to_json(done: Tuned, spent: Spending | None = None, paid: Spending | None = None) -> dict[str, JsonValue]:
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
        "spent": dict(paid.to_json()) if paid else {},
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


def write_tuning(folder: Path, made: Mapping[str, Any]) -> None:
    """Write ``tuning.json``, ``menu/``, ``menu.md``, ``candidates.jsonl`` and ``log.md``.

    A file of the menu holds the instruction and nothing else: all of it is what the model is told.
    """
    _write(folder / "tuning.json", json.dumps(made, ensure_ascii=False, indent=2) + "\n")
    menu = folder / "menu"
    if menu.is_dir():
        shutil.rmtree(menu)  # an older menu would be taken for this one
    private_folder(menu)
    for entry in made["menu"]:
        _write(folder / entry["file"], entry["instruction"] + "\n")
    _write(folder / "menu.md", "\n".join(_menu(made)) + "\n")
    _write(folder / "log.md", "\n".join(_log(made)) + "\n")
    rows = [{"kept": True, **one} for one in made["candidates"]] + [{"kept": False, **one} for one in made["attempts"]]
    rows.sort(key=lambda row: row["calls"])
    _write(folder / "candidates.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _menu(made: Mapping[str, Any]) -> Iterable[str]:
    yield f"# Instructions for {made['task']['name']}"
    yield f"\n{made['improvement']['words']} What counts: {made['goal']}.\n"
    head = ("privacy (validation)", "utility (validation)", "privacy (test)", "strong (test)", "utility (test)")
    yield f"| instruction | {' | '.join(head)} | documents |"
    yield "| --- " * (len(head) + 2) + "|"
    for row in (made["seed"], *made["menu"]):
        test = row["test"] or {}
        scores = row["validation"]
        name = row["name"] if row is made["seed"] else f"[{row['name']}]({row['file']})"
        yield (
            f"| {name} | {scores['privacy']:.2f} | {scores['utility']:.2f} | {_rate(test.get('privacy'))} "
            f"| {_rate(test.get('strong'))} | {_rate(test.get('utility'))} | {test.get('documents', 0)} |"
        )
    yield f"\nPrivacy: {made['objective']['privacy']}. Utility: {made['objective']['utility']}."
    yield made["objective"]["strong"]
    yield "Brackets hold 95 % intervals over documents. Use one with `gyges anonymize TEXTS --method prompt:FILE`."
    for entry in made["withdrawn"]:
        yield f"Candidate {entry['number']} is not handed out: it fell below the floor on the test documents."


def _log(made: Mapping[str, Any]) -> Iterable[str]:
    yield f"# Log of {made['task']['name']}\n"
    for note in made["documents"]["notes"]:
        yield f"- {note}"
    turned, ended = made["search"]["turned"], made["search"]["ended"]
    yield f"- search: {made['search']['name']}; rich feedback from call {turned}" if turned is not None else ""
    yield f"- it ended because: {ended}\n"
    events = [(one["calls"], 0, one) for one in made["candidates"]] + [
        (one["calls"], 1, one) for one in made["attempts"]
    ]
    for calls, kind, one in sorted(events, key=lambda event: event[:2]):
        yield from (_kept(calls, one) if kind == 0 else _dropped(calls, one))


def _kept(calls: int, one: Mapping[str, Any]) -> Iterable[str]:
    scores = one["estimate"]
    parent = "" if one["parent"] is None else f", from candidate {one['parent']}"
    menu = f"; in the menu as {one['menu']}" if one["menu"] else ""
    yield f"## Candidate {one['number']} ({one['phase']}{parent}; call {calls}{menu})\n"
    yield f"Why: {one['reason'] or 'no reason was given'}"
    for note in one["check"]:
        yield f"Check: {note}"
    yield f"Scores: privacy {scores['privacy']:.2f}, utility {scores['utility']:.2f} on {one['scored_on']} documents\n"
    yield "\n".join(f"> {line}".rstrip() for line in one["instruction"].splitlines()) + "\n"


def _dropped(calls: int, one: Mapping[str, Any]) -> Iterable[str]:
    yield f"- call {calls}: a proposal from candidate {one['parent']} ({one['phase']}) was dropped: {one['outcome']}"
    if one["reason"]:
        yield f"  - why it was made: {one['reason']}"
    yield ""


def _rate(row: Mapping[str, Any] | None) -> str:
    if row is None or row["value"] is None:
        return "–"
    if row["low"] is None:
        return f"{row['value']:.2f}"
    return f"{row['value']:.2f} [{row['low']:.2f}–{row['high']:.2f}]"


def _write(path: Path, text: str) -> None:
    with atomic_file(path, force=True, private=True) as stream:
        stream.write(text.encode("utf-8", "surrogatepass"))
