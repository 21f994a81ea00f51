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
from gyges.runs._plan import Plan
from gyges.sealing import record_codec, seal_folder

__all__ = ["open_folder", "private_journal", "write_summary"]

_VERSION = 1
_JOURNAL, _PLAN, _SUMMARY = "journal", "plan.json", "summary.json"
_DAMAGED = "put it back as it was, name another folder with --out, or pass --force"


@contextmanager
def open_folder(folder: Path, plan: Plan, *, force: bool = False) -> Iterator[Journal]:
    """Lock a run folder, write its plan and open its journal; all is closed at the end of the block.

    Args:
        folder: Made where there is none.
        plan: What is to be run.
        force: Take over a folder that belongs to another kind of run.

    Raises:
        RunBusyError: Another process works in it.
        OutputExistsError: It belongs to another kind of run, or holds files that no run has written.
        JournalDamagedError: Its journal is damaged.
        ConfigError: It is sealed and there is no key, or the other way round.
        RunError: It cannot be written.
    """
    make_folder(folder)
    if not force and not claimed(folder) and _read_plan(folder) is None:
        refuse_strangers(folder, OWN_FILES)
    with folder_lock(folder):
        seal_folder(folder, fresh=not (folder / _PLAN).exists() and not claimed(folder))
        _write_plan(folder, plan, force)
        # A summary always speaks of a run that has ended.
        (folder / _SUMMARY).unlink(missing_ok=True)
        with private_journal(folder / _JOURNAL) as journal:
            yield journal


@contextmanager
def private_journal(path: Path) -> Iterator[Journal]:
    """Open a journal for the eyes of its owner only, sealed in a sealed folder.

    Raises:
        ConfigError: A key is in force and the folder is not sealed, or the other way round.
        JournalDamagedError: It is damaged.
        RunError: It cannot be written.
    """
    codec = record_codec(path.parent)
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise RunError(f"{path} cannot be written ({error.strerror})", "make room or name another folder") from error
    with Journal(path, codec) as journal:
        if journal.torn_bytes:
            path.with_name(f"{path.name}.torn").chmod(0o600)
        yield journal


def write_summary(folder: Path, summary: RunSummary, spent: Spending) -> None:
    """Write down how a run ended, and what it asked of models if it asked something."""
    asked = spent.calls or spent.cached_calls
    _write_json(folder / _SUMMARY, summary.to_payload() | ({"cost": spent.to_json()} if asked else {}))


def _write_plan(folder: Path, plan: Plan, force: bool) -> None:
    old = None if force else _read_plan(folder)
    if old is not None and old.get("name") != plan.name:
        raise OutputExistsError(
            f"{folder} holds a run of '{old.get('name')}', not of '{plan.name}'",
            "name another folder with --out, or pass --force",
        )
    new: dict[str, JsonValue] = {
        "version": _VERSION,
        "name": plan.name,
        "settings": plan.settings,
        "stages": [{"name": s.name, "needs": s.needs, "settings": s.settings} for s in plan.stages],
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
