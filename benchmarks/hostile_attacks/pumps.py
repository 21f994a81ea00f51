"""Texts of one unit without end, through the command: point 9. Time has to grow with the text, or the text is refused.

``benchmarks/pumped.py`` tries some 230 units at shorter lengths inside one process.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from hostile_attacks.world import Ran, Seen, World, attack, honest

SIZES = (20_000, 40_000, 80_000)
MOST_GROWTH = 2.9
"""Times the seconds that a text of twice the length may take: a linear step takes 2, a quadratic one 4."""
NOISE = 1.5
"""Seconds of the processor that a measurement may be off, by the start of a process and other work."""
MOST_MEGABYTES = 1_000.0
LIMIT = 300.0
UNITS: Mapping[str, str] = {"o-apostrophe": "O'", "a-colon": "a: "}


def _pumped(world: World, verb: str, unit: str, size: int) -> str:
    """Return ordinary text with a pump behind it: one document for methods, and half of the text for readers."""
    ordinary = "\n\n".join(row["text"] for row in world.documents)
    if verb in ("audit", "link"):
        ordinary = (ordinary * (size // len(ordinary) + 1))[: size // 2]
    else:
        ordinary = world.documents[0]["text"]
    pump = (unit * (size // len(unit) + 1))[: size - size // 2 if verb in ("audit", "link") else size]
    return f"{ordinary}\n{pump}"


def _mask(world: World, path: Path) -> Ran:
    return world.gyges("anonymize", path, "--method", "mask", "--out", world.path("run"), "--jobs", 1, limit=LIMIT)


def _default(world: World, path: Path) -> Ran:
    return world.gyges("anonymize", path, "--out", world.path("run"), "--jobs", 1, limit=LIMIT)


def _audit(world: World, path: Path) -> Ran:
    return world.gyges("audit", path, path, "--out", world.path("run"), "--jobs", 1, limit=LIMIT)


def _link(world: World, path: Path) -> Ran:
    return world.gyges("link", path, path, "--no-controls", "--out", world.path("run"), "--jobs", 1, limit=LIMIT)


VERBS: Mapping[str, Callable[[World, Path], Ran]] = {
    "mask": _mask,
    "default": _default,
    "audit": _audit,
    "link": _link,
}


def _pump(verb: str, run: Callable[[World, Path], Ran], name: str, unit: str) -> None:
    @attack(f"pump-{verb}-{name}", 9, "linear time, under 1 GB; or refused at once with a line")
    def pump(world: World) -> Seen:
        def started() -> float:
            return run(world, world.write("short", [{"id": "a", "text": _pumped(world, verb, unit, 400)}])).seconds

        start, seconds, told, held = world.once(f"start {verb} {name}", started), 0.0, [], True
        for size in SIZES:
            ran = run(world, world.write("pumped", [{"id": "a", "text": _pumped(world, verb, unit, size)}]))
            before, seconds = seconds, max(0.0, ran.seconds - start)
            told.append(f"{size // 1000}k {seconds:.1f} s {ran.megabytes:.0f} MB exit {ran.status}")
            grew = size > SIZES[0] and seconds > MOST_GROWTH * before + NOISE
            if grew or ran.megabytes > MOST_MEGABYTES or ran.status not in (0, 1, 2):
                held = False
                break
        return Seen(held, ", ".join(told))


for _verb, _run in VERBS.items():
    for _name, _unit in UNITS.items():
        _pump(_verb, _run, _name, _unit)


@honest("pump-none", 9, "exit 0: a long text of ordinary sentences is released")
def long_text(world: World) -> Seen:
    """Mask an ordinary text of eighty thousand characters."""
    text = "\n\n".join(row["text"] for row in world.documents) * 8
    path, out = world.write("long", [{"id": "a", "text": text[: SIZES[-1]]}]), world.path("out.jsonl")
    ran = world.gyges("anonymize", path, "--method", "mask", "-o", out, "--out", world.path("run"))
    return Seen(ran.status == 0 and out.exists(), f"exit {ran.status}; {ran.seconds:.0f} s; {ran.why}")
