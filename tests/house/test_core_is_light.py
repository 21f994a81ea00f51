"""The core starts without any extra, and modules keep to their size."""

import ast
import subprocess
import sys
from pathlib import Path

import gyges

PACKAGE = Path(gyges.__file__).parent
EXTRAS = (
    "pyarrow", "xllamacpp", "torch", "transformers", "fastapi", "uvicorn", "ray", "gepa", "presidio_analyzer",
    "spacy", "azure", "opacus", "peft", "datasets", "pandas", "polars", "fsspec", "aiohttp",
)  # fmt: skip
LONGEST_MODULE = 500
MOST_PARAMETERS = 12  # of what is no verb of the command line and no door for Python


def _modules_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_core_imports_no_extra() -> None:
    rooms = [path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()]
    loaded = _modules_after("import " + ", ".join(f"gyges.{room}" for room in rooms))
    assert not loaded & set(EXTRAS)


def test_the_command_line_starts_without_the_heavy_libraries() -> None:
    loaded = _modules_after("import gyges.cli._app")
    assert not loaded & {"httpx", "pydantic", "rich", "anyio", "jinja2", "numpy", "yaml"}


def test_an_audit_loads_no_anonymizer() -> None:
    loaded = _modules_after("import gyges; gyges.audit; import gyges.cli.audit")
    assert "gyges.runs._audit_corpus" in loaded
    assert not [name for name in loaded if name.startswith("gyges.anonymizers")]


def test_no_module_is_longer_than_the_limit() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_no_function_but_verbs_and_doors_has_more_parameters_than_the_limit() -> None:
    wide = set()
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name == "api" or (path.parent.name == "cli" and not path.name.startswith("_")):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
                if len([one for one in given if one.arg not in ("self", "cls")]) > MOST_PARAMETERS:
                    wide.add(f"{path.name}: {node.name}")
    assert not wide
