"""The run folder: who works in it, what it is for, and how the last run in it ended."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from gyges import __version__
from gyges.corpus import atomic_file
from gyges.errors import OutputExistsError, RunError
from gyges.models import Spending
from gyges.records import JsonValue
from gyges.runs._canonical import compact
from gyges.runs._claim import claimed, make_folder, refuse_strangers
from gyges.runs._contents import OWN_FILES
from gyges.runs._journal import Journal
from gyges.runs._lock import folder_lock
from gyges.runs._outcome import RunSummary
from gyges.runs._plan import Stage

_VERSION = 1
_JOURNAL, _PLAN, _SUMMARY = "journal", "plan.json", "summary.json"
_DAMAGED = "put it back as it was, name another folder with --out, or pass --force"


@contextmanager
def open_folder(folder: Path, kind: str, stage: Stage) -> Iterator[Journal]:
    """Lock a run folder, write its plan and open its journal; all is closed at the end of the block."""
    make_folder(folder)
    if not claimed(folder) and _read_plan(folder) is None:
        refuse_strangers(folder, OWN_FILES)
    with folder_lock(folder):
        _write_plan(folder, kind, stage)
        # A summary always speaks of a run that has ended.
        (folder / _SUMMARY).unlink(missing_ok=True)
        with private_journal(folder / _JOURNAL) as journal:
            yield journal


@contextmanager
def private_journal(path: Path) -> Iterator[Journal]:
    """Open a journal for the eyes of its owner only."""
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise RunError(f"{path} cannot be written ({error.strerror})", "make room or name another folder") from error
    with Journal(path) as journal:
        if journal.torn_bytes:
            path.with_name(f"{path.name}.torn").chmod(0o600)
        yield journal


def write_summary(folder: Path, stage: Stage, summary: RunSummary, spent: Spending) -> None:
    """Write down how a run ended, and what models have cost in this folder if any was asked."""
    asked = spent.calls or spent.cached_calls
    _write_json(folder / _SUMMARY, summary.to_payload(stage.name) | ({"cost": spent.to_json()} if asked else {}))


def _write_plan(folder: Path, kind: str, stage: Stage) -> None:
    old = _read_plan(folder)
    if old is not None and old.get("name") != kind:
        raise OutputExistsError(
            f"{folder} holds a run of '{old.get('name')}', not of '{kind}'",
            "name another folder with --out, or pass --force",
        )
    new: dict[str, JsonValue] = {
        "version": _VERSION,
        "name": kind,
        "settings": {},
        "stages": [{"name": stage.name, "needs": [], "settings": stage.settings}],
    }
    if old is not None and {name: old.get(name) for name in new} == json.loads(compact(new)):
        return
    now = datetime.now(UTC).isoformat(timespec="seconds")
    created = str(old["created"]) if old is not None and "created" in old else now
    _write_json(folder / _PLAN, new | {"created": created, "gyges": __version__})


def _read_plan(folder: Path) -> dict[str, JsonValue] | None:
    path = folder / _PLAN
    try:
        plan = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise RunError(f"{path} cannot be read ({error})", _DAMAGED) from error
    if not isinstance(plan, dict):
        raise RunError(f"{path} is no plan", _DAMAGED)
    return plan


def _write_json(path: Path, value: JsonValue) -> None:
    # Through compact first: it knows mappings and sequences that are no dicts and lists.
    text = json.dumps(json.loads(compact(value)), ensure_ascii=False, indent=2) + "\n"
    with atomic_file(path, force=True, private=True) as stream:
        stream.write(text.encode("utf-8", errors="backslashreplace"))
