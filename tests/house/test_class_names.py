"""One name, one class: whoever reads a name knows which of them is meant."""

import ast
from collections import Counter
from pathlib import Path

import gyges

PACKAGE = Path(gyges.__file__).parent

# Names that a class of the room `reading` has and another class too, there or elsewhere. The list only gets shorter.
SHARED_WITH_READING = frozenset(
    {
        "Draft",
        "Family",
        "Mask",
        "Run",
        "_Who",
    }
)


def _classes(folder: Path) -> list[str]:
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in folder.rglob("*.py"))
    return [node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def _defined_twice() -> set[str]:
    return {name for name, times in Counter(_classes(PACKAGE)).items() if times > 1}


def test_no_class_name_is_defined_twice() -> None:
    assert _defined_twice() - SHARED_WITH_READING == set()


def test_names_shared_with_the_reader_leave_the_list_when_they_are_shared_no_more() -> None:
    assert SHARED_WITH_READING - _defined_twice() == set()
    assert set(_classes(PACKAGE / "reading")) >= SHARED_WITH_READING
