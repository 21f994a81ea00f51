"""Direct identifiers by kind under --strict, and harmless texts: point 8. Counted, for whoever mends the finder."""

import json
import tomllib
from pathlib import Path

from hostile_attacks.disguises import folded, readings
from hostile_attacks.world import Seen, World, attack

FILE = Path(__file__).parents[2] / "tests" / "anonymizers" / "guard" / "strict_kinds.toml"
METHODS = {"mask": ("--method", "mask"), "default": ()}
_CASES = tomllib.loads(FILE.read_text(encoding="utf-8"))
_SHORTEST = 5


def stands(words: str, text: str) -> bool:
    """Return True if words can be read in a text, by our own decoder."""
    wanted = " ".join(folded(words).split())
    letters = "".join(one for one in wanted if one.isalnum())
    for reading in readings(text):
        if wanted in " ".join(reading.split()):
            return True
        if len(letters) >= _SHORTEST and letters in "".join(one for one in reading if one.isalnum()):
            return True
    return False


def _released(world: World, method: str) -> dict[str, str]:
    """Return what is published of all cases under --strict, by id."""
    rows = [
        {"id": f"{kind}.{at}", "text": case[0] if part == "identifiers" else case}
        for part, kinds in _CASES.items()
        for kind, cases in kinds.items()
        for at, case in enumerate(cases)
    ]
    out = world.path(f"{method}.jsonl")
    words = ("anonymize", world.write("kinds", rows), *METHODS[method], "--strict", "--keep-ids", "-o", out)
    world.gyges(*words, "--out", world.path("run"))
    assert out.exists(), "nothing was released"
    lines = out.read_text(encoding="utf-8").splitlines()
    return {row["id"]: row["text"] for row in map(json.loads, lines)}


def _kind(method: str, kind: str, cases: list[list[str]]) -> None:
    @attack(f"strict-{method}-{kind.replace('_', '-')}", 8, "no identifier of this kind is published")
    def identifiers(world: World) -> Seen:
        released = world.once(f"kinds {method}", lambda: _released(world, method))
        published = {at: released[f"{kind}.{at}"] for at in range(len(cases)) if f"{kind}.{at}" in released}
        left = [at for at, text in published.items() if any(stands(words, text) for words in cases[at][1:])]
        told = f"published with the identifier {len(left)} of {len(cases)}, refused {len(cases) - len(published)}"
        return Seen(None, told)


def _harmless(method: str, kind: str, cases: list[str]) -> None:
    @attack(f"strict-{method}-{kind.replace('_', '-')}", 8, "all are released: they name nobody")
    def harmless(world: World) -> Seen:
        released = world.once(f"kinds {method}", lambda: _released(world, method))
        refused = sum(f"{kind}.{at}" not in released for at in range(len(cases)))
        changed = sum(released.get(f"{kind}.{at}", text) != text for at, text in enumerate(cases))
        return Seen(None, f"refused {refused} of {len(cases)}, changed {changed}")


for _method in METHODS:
    for _name, _rows in _CASES["identifiers"].items():
        _kind(_method, _name, _rows)
    for _name, _texts in _CASES["harmless"].items():
        _harmless(_method, _name, _texts)
