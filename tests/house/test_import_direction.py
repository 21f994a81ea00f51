"""The house keeps its shape: who may import whom, as the table of the design says."""

import ast
from pathlib import Path

import pytest

import gyges

PACKAGE = Path(gyges.__file__).parent

# Later rooms may import all earlier ones where the design says "all above".
BELOW_RUNS = {"records", "corpus", "reading", "models", "factory", "attacks", "scoring", "anonymizers"}
MAY_IMPORT: dict[str, set[str]] = {
    "records": set(),
    "corpus": {"records"},
    "reading": {"records"},
    "models": {"records"},
    "factory": {"records", "reading"},
    "attacks": {"records", "reading", "models"},
    "scoring": {"records", "reading", "models"},
    "anonymizers": {"records", "reading", "models", "attacks", "scoring"},
    "runs": BELOW_RUNS,
    "tuning": BELOW_RUNS | {"runs"},
    "reports": {"records", "scoring"},
    "studio": BELOW_RUNS | {"runs", "tuning", "reports"},
    "api": BELOW_RUNS | {"runs", "reports"},
    "bridges": BELOW_RUNS | {"runs", "reports", "api"},
    "cli": BELOW_RUNS | {"runs", "tuning", "reports", "studio", "api", "bridges"},
    "testing": {"records", "models"},
}
GROUND = {
    "errors", "_collector", "_home", "_yaml", "_secret", "_version", "__version__",
}  # modules every room stands on  # fmt: skip


def _rooms() -> list[str]:
    return sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists())


def _imports(room: str) -> set[tuple[str, str]]:
    found = set()
    for file in (PACKAGE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""] if node.module != "gyges" else [f"gyges.{n.name}" for n in node.names]
                assert node.level == 0, f"{file} imports relatively"
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            found |= {(file.name, name.split(".")[1]) for name in names if name.startswith("gyges.")}
    return found


def test_every_folder_is_a_room_of_the_design() -> None:
    assert set(_rooms()) <= set(MAY_IMPORT)


@pytest.mark.parametrize("room", _rooms())
def test_a_room_imports_only_the_rooms_it_may(room: str) -> None:
    wrong = {(file, other) for file, other in _imports(room) if other not in MAY_IMPORT[room] | GROUND | {room}}
    assert not wrong


def test_no_room_reaches_into_the_private_files_of_another() -> None:
    wrong = []
    for file in PACKAGE.rglob("*.py"):
        room = file.relative_to(PACKAGE).parts[0]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gyges."):
                parts = (node.module or "").split(".")
                if len(parts) > 2 and parts[1] != room and parts[2].startswith("_"):
                    wrong.append(f"{file.name}: {node.module}")
    assert not wrong
