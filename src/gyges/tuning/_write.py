"""The files of a task: the menu, the log, one row a candidate."""

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gyges._home import private_folder
from gyges.corpus import atomic_file

__all__ = ["write_tuning"]


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
