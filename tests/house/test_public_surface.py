"""What users may rely on changes only on purpose: the file beside this test freezes it."""

import importlib
import json
from pathlib import Path

import gyges

MOST_NAMES = 250
FROZEN = Path(__file__).with_name("public_surface.json")


def _surface() -> dict[str, list[str]]:
    package = Path(gyges.__file__).parent
    rooms = sorted(path.parent for path in package.rglob("__init__.py"))
    names = [".".join(("gyges", *room.relative_to(package).parts)) for room in rooms]
    public = [name for name in names if not any(part.startswith("_") for part in name.split("."))]
    # a folder without __all__ is an inner one
    modules = {name: importlib.import_module(name) for name in public}
    surface = {name: list(module.__all__) for name, module in modules.items() if hasattr(module, "__all__")}
    return {**surface, "gyges.errors": list(importlib.import_module("gyges.errors").__all__)}


def test_the_public_surface_is_the_frozen_one() -> None:
    frozen = json.loads(FROZEN.read_text(encoding="utf-8"))
    assert _surface() == frozen, "if the change is meant, run: python tests/house/test_public_surface.py"


def test_public_names_are_few() -> None:
    assert sum(map(len, _surface().values())) <= MOST_NAMES


def test_every_public_name_exists_and_is_listed_once() -> None:
    for name, listed in _surface().items():
        module = importlib.import_module(name)
        assert len(set(listed)) == len(listed)
        assert all(hasattr(module, item) for item in listed)


if __name__ == "__main__":
    FROZEN.write_text(json.dumps(_surface(), indent=2) + "\n", encoding="utf-8")
