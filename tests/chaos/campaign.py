"""Many faults, one after the other; after each the same command is run again and held against an undisturbed run."""

import random
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from chaos.disturb import KINDS, ROOMY, FaultCase
from chaos.processes import Ended
from chaos.snapshot import Snapshot
from chaos.world import Case, World
from small_disk import can_mount, small_disk

_INTERRUPTED, _KILLED = 130, -9
_KEEP = re.compile(r"head -c (\d+) journal")
_SLACK = 1e-9
_HUNG = 100.0


@dataclass(frozen=True)
class Outcome:
    """What became of one fault."""

    kind: str
    command: str
    what: str
    told: str
    problems: tuple[str, ...]


def campaign(
    folder: Path, faults: int, seed: int, tell: Callable[[str], None], *, kinds: Sequence[str] = tuple(KINDS)
) -> list[Outcome]:
    """Commit faults and return what became of each."""
    folder.mkdir(parents=True, exist_ok=True)
    disk = folder / "disk"
    able = [name for name in kinds if not KINDS[name].on_disk or can_mount(disk)]
    for name in set(kinds) - set(able):
        tell(f"left out, as no file system can be mounted here: {name}")
    outcomes = []
    with World(folder) as world:
        for number, (name, command, chance) in enumerate(_drawn(able, faults, seed), 1):
            outcome = _one(world, folder / f"case-{number}", name, command, chance)
            outcomes.append(outcome)
            held = "held" if not outcome.problems else f"BROKE: {'; '.join(outcome.problems)}"
            tell(f"{number:>3} {name}, {command}, {outcome.what}: {held}")
    return outcomes


def _drawn(kinds: Sequence[str], faults: int, seed: int) -> Iterator[tuple[str, str, random.Random]]:
    """Draw faults by their shares, each kind at least once if there are enough, and every command in its turn."""
    chance = random.Random(seed)
    whole = sum(KINDS[name].share for name in kinds)
    counts = {name: max(1, round(faults * KINDS[name].share / whole)) for name in kinds}
    while sum(counts.values()) != faults:
        largest = max(counts, key=lambda name: counts[name])
        counts[largest] += 1 if sum(counts.values()) < faults else -1
    drawn = [(name, number) for name, count in counts.items() for number in range(count)]
    chance.shuffle(drawn)
    offsets = {name: chance.randrange(len(KINDS[name].commands)) for name in kinds}
    for name, number in drawn:
        commands = KINDS[name].commands
        yield name, commands[(offsets[name] + number) % len(commands)], random.Random(chance.random())


def _one(world: World, folder: Path, name: str, command: str, chance: random.Random) -> Outcome:
    folder.mkdir()
    kind, case = KINDS[name], Case(world, command, folder)
    expected = world.undisturbed(command)[1]
    with small_disk(folder, ROOMY) if kind.on_disk else nullcontext():
        struck = kind.strike(case, chance)
        problems = list(_after_the_fault(struck.ended, case.snapshot(), expected)) if struck.ended else []
        told = _last_line(struck.ended) if struck.ended else ""
        if not problems:
            again = _again(case)
            told = told or _last_line(again[0])
            problems = list(_after_all(again, struck, case, expected))
    if not problems:
        shutil.rmtree(folder)
    return Outcome(name, command, struck.what, told, tuple(problems))


def _after_the_fault(ended: Ended, left: Snapshot, expected: Snapshot) -> Iterator[str]:
    """Yield what is wrong with how a command ended that was struck, and with what it left."""
    if ended.left:
        yield "processes of it stayed"
    if "Traceback" in ended.err + ended.out:
        yield f"a traceback: {ended.err.strip().splitlines()[-1]}"
    if ended.status not in (0, 1, 2, _INTERRUPTED, _KILLED):
        yield f"exit status {ended.status}"
    if ended.status == _KILLED and ended.seconds > _HUNG:
        yield "it hung"
    if ended.status in (1, 2, _INTERRUPTED) and not _says_what_to_do(ended):
        yield f"its last line does not say what to do: {_last_line(ended)!r}"
    if ended.status != _KILLED and left.strangers:
        yield f"left behind: {', '.join(left.strangers)}"
    yield from _protected_by_failure(ended, left, expected)


def _protected_by_failure(ended: Ended, left: Snapshot, expected: Snapshot) -> Iterator[str]:
    """Yield what a failure made look better than it is."""
    for name, value in left.figures.items():
        if value > expected.figures[name] + _SLACK:
            yield f"{name} rose to {value:.3f} from {expected.figures[name]:.3f}"
    for id_, text in left.released.items():
        if text != expected.released[id_]:
            yield f"{id_} was released otherwise"
    if set(left.published) - set(expected.published):
        yield "something else was published"
    if ended.status == 0 and len(left.released) != len(expected.released):
        yield "a document without a release, and exit status 0"
    for key, value in left.units.items():
        if key not in expected.units or expected.units[key] != value:
            yield "a unit of the journal differs"
            return


def _again(case: Case) -> tuple[Ended, str]:
    """Run the same command until it has ended, doing what its message says; return how, and what was done."""
    did = ""
    for _ in range(3):
        ended = case.finish()
        keep = _KEEP.search(ended.err)
        if keep is not None:
            journal = case.run / "journal"
            journal.write_bytes(journal.read_bytes()[: int(keep[1])])
            did = f"kept {keep[1]} bytes"
        elif "move it away or delete it" in ended.err:
            for file in case.cache.parent.glob(f"{case.cache.name}*"):
                file.unlink()
            did = "deleted the cache"
        else:
            return ended, did
    return ended, did


def _after_all(again: tuple[Ended, str], struck: FaultCase, case: Case, expected: Snapshot) -> Iterator[str]:
    """Yield in what the second run is not as if nothing had happened."""
    ended, found = again[0], case.snapshot()
    if "Traceback" in ended.err + ended.out:
        yield f"a traceback when run again: {ended.err.strip().splitlines()[-1]}"
    if ended.status != 0:
        yield f"run again, exit status {ended.status}: {_last_line(ended)}"
        return
    for name in ("units", "results", "released", "published", "pages"):
        if getattr(found, name) != getattr(expected, name):
            yield f"{name} differ from those of an undisturbed run"
    quiet = case.world.undisturbed(case.name)
    if ended.out.replace(str(case.folder), "") != quiet[0].out.replace(str(quiet[2]), ""):
        yield "it said something else"
    if found.twice and not struck.may_redo:
        yield f"{len(found.twice)} units were done twice"
    if found.strangers:
        yield f"left behind: {', '.join(found.strangers)}"


def _last_line(ended: Ended) -> str:
    lines = [line for line in ended.err.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _says_what_to_do(ended: Ended) -> bool:
    line = _last_line(ended)
    return line.startswith("gyges: ") and ("; " in line or "again" in line)


def table(outcomes: Sequence[Outcome]) -> str:
    """Return a table by kind of fault."""
    lines = ["| fault | tried | held |", "| --- | --- | --- |"]
    for name in dict.fromkeys(one.kind for one in outcomes):
        own = [one for one in outcomes if one.kind == name]
        lines.append(f"| {name} | {len(own)} | {sum(not one.problems for one in own)} |")
    held = sum(not one.problems for one in outcomes)
    return "\n".join([*lines, f"| all | {len(outcomes)} | {held} |"])
