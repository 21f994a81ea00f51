"""The faults: each strikes a command once, is taken away again, and says what the command said."""

import contextlib
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from chaos.processes import Ended, Running, members
from chaos.world import COMMANDS, MODEL_COMMANDS, Case
from gyges.testing import Fault, FaultKind
from small_disk import resize

Strike = Callable[[Case, random.Random], "FaultCase"]
ROOMY = 64 << 20
"""Bytes of a disk that is large enough for every run."""

_PAGE = 4096
_YEARS = 365 * 86400.0


@dataclass(frozen=True)
class FaultCase:
    """A command that was struck."""

    what: str
    ended: Ended | None
    may_redo: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of fault: how often it is drawn, what it may strike, and how."""

    share: int
    commands: tuple[str, ...]
    strike: Strike
    on_disk: bool = False


def _moment(case: Case, chance: random.Random) -> float:
    """Draw a moment of a run, from its very beginning to a little after its usual end."""
    return chance.uniform(0.0, 1.1) * case.world.undisturbed(case.name)[0].seconds


def _killed(case: Case, chance: random.Random) -> FaultCase:
    running, moment = case.start(), _moment(case, chance)
    running.ended(moment)
    running.signal(signal.SIGKILL)
    return FaultCase(f"killed after {moment:.2f} s", running.wait())


def _interrupted(case: Case, chance: random.Random) -> FaultCase:
    running, moment = case.start(), _moment(case, chance)
    running.ended(moment)
    running.signal(signal.SIGINT, group=True)
    return FaultCase(f"Ctrl-C after {moment:.2f} s", running.wait())


def _worker_killed(case: Case, chance: random.Random) -> FaultCase:
    """Kill one of the processes that a command has started, whichever it is, a moment after it appeared."""
    running = case.start(jobs=2)
    victim = _victim(running, chance)
    if victim is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    return FaultCase("a process of it was killed", running.wait())


def _victim(running: Running, chance: random.Random) -> int | None:
    wanted = chance.randint(1, 4)  # the server that workers are forked from, what tracks their memory, the workers
    end = time.monotonic() + 60
    while not running.ended(0.02) and time.monotonic() < end:
        others = sorted(set(members(running.pid)) - {running.pid})
        if len(others) >= wanted:
            running.ended(chance.uniform(0.0, 0.2))
            return others[wanted - 1]
    return None


def _clock_moved(case: Case, chance: random.Random) -> FaultCase:
    seconds = chance.choice((-1, 1)) * chance.choice((5.0, 3600.0, 86400.0, 20 * _YEARS)) * chance.random()
    running = case.start(clock=(seconds, chance.randint(0, 40)))
    if chance.random() < 0.5:
        running.ended(_moment(case, chance))
        running.signal(signal.SIGKILL)
    return FaultCase(f"the clock jumped by {seconds:.0f} s", running.wait())


def _journal_tail(case: Case, chance: random.Random) -> FaultCase:
    path = _brought(case) / "journal"
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    at = chance.randrange(last, len(whole))
    ways = {
        "cut": whole[:at],
        "a bit flipped": _flipped(whole, at, chance),
        "zeros": whole[:at] + bytes(len(whole) - at),
        "noise added": whole + chance.randbytes(chance.randint(1, 300)),
    }
    return _damaged(path, ways, chance, "tail")


def _journal_middle(case: Case, chance: random.Random) -> FaultCase:
    path = _brought(case) / "journal"
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    first, number = len(lines[0]), chance.randrange(len(lines))
    at = chance.randrange(0, len(whole) - len(lines[-1]))
    length = chance.randint(1, max(1, first // 2))
    ways = {
        "a bit flipped": _flipped(whole, at, chance),
        "bytes cut out": whole[:at] + whole[at + length :],
        "zeros": whole[:at] + bytes(length) + whole[at + length :],
        "a line doubled": b"".join((*lines[: number + 1], lines[number], *lines[number + 1 :])),
        "all lines doubled": whole + whole,
    }
    return _damaged(path, ways, chance, "middle")


def _cache_damaged(case: Case, chance: random.Random) -> FaultCase:
    shutil.rmtree(_brought(case))  # or the run would not ask its cache
    path = case.cache
    whole = path.read_bytes()
    at = chance.randrange(0, len(whole))
    near = whole.rindex(b'{"text"')
    ways = {
        "a bit flipped": _flipped(whole, at, chance),
        "a bit of a reply flipped": _flipped(whole, chance.randrange(near, near + 300), chance),
        "cut": whole[:at],
        "a page of zeros": whole[: at // _PAGE * _PAGE] + bytes(_PAGE) + whole[at // _PAGE * _PAGE + _PAGE :],
        "noise": chance.randbytes(len(whole)),
    }
    return _damaged(path, ways, chance, "cache")


def _flipped(whole: bytes, at: int, chance: random.Random) -> bytes:
    return whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :]


def _brought(case: Case) -> Path:
    """Put what an undisturbed run left into the place of this one; return the run folder."""
    shutil.copytree(case.world.undisturbed(case.name)[2], case.folder, dirs_exist_ok=True)
    for name in ("results.json", "releases.jsonl", "report.html", "summary.json"):
        (case.run / name).unlink(missing_ok=True)
    return case.run


def _damaged(path: Path, ways: Mapping[str, bytes], chance: random.Random, where: str) -> FaultCase:
    way = chance.choice(sorted(ways))
    path.write_bytes(ways[way])
    return FaultCase(f"{where}: {way}", None, may_redo=True)


def _bad_answers(case: Case, chance: random.Random) -> FaultCase:
    kind = chance.choice(list(FaultKind))
    trouble = case.world.trouble
    trouble.kinds, trouble.rate = (Fault(kind),), chance.choice((0.3, 0.7, 1.0))
    if kind is FaultKind.HANG:
        trouble.rate = 0.3
    try:
        ended = case.finish()
    finally:
        trouble.kinds = ()
    return FaultCase(f"{kind.value} at {trouble.rate:.0%}", ended)


def _network_cut(case: Case, chance: random.Random) -> FaultCase:
    running, moment = case.start(), _moment(case, chance)
    running.ended(moment)
    case.world.cut_network()
    try:
        ended = running.wait()
    finally:
        case.world.mend_network()
    return FaultCase(f"network cut after {moment:.2f} s", ended)


def _disk_filled(case: Case, chance: random.Random) -> FaultCase:
    """Give the run a disk with less room than it needs, and then one with enough."""
    needed = sum(file.stat().st_blocks * 512 for file in case.world.undisturbed(case.name)[2].rglob("*"))
    size = chance.randint(1, max(2, needed // _PAGE - 1)) * _PAGE
    resize(case.folder, size)
    ended = case.finish()
    resize(case.folder, ROOMY)
    return FaultCase(f"a disk of {size // 1024} of {needed // 1024} KiB", ended)


_RULES, _MODELS = tuple(COMMANDS), tuple(MODEL_COMMANDS)
KINDS: Mapping[str, Kind] = {
    "driver killed": Kind(44, (*_RULES, *_MODELS), _killed),
    "Ctrl-C": Kind(26, (*_RULES, *_MODELS), _interrupted),
    "worker killed": Kind(8, ("audit", "attack"), _worker_killed),
    "clock moved": Kind(8, (*_RULES, *_MODELS), _clock_moved),
    "journal damaged, tail": Kind(16, (*_RULES, *_MODELS), _journal_tail),
    "journal damaged, middle": Kind(18, (*_RULES, *_MODELS), _journal_middle),
    "cache damaged": Kind(16, _MODELS, _cache_damaged),
    "bad answers": Kind(26, _MODELS, _bad_answers),
    "network cut": Kind(10, _MODELS, _network_cut),
    "disk filled": Kind(28, (*_RULES, *_MODELS), _disk_filled, on_disk=True),
}
"""All kinds; their shares add up to 200."""

assert sum(kind.share for kind in KINDS.values()) == 200
