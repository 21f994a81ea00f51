"""The core starts without any extra, and modules keep to their size."""

import subprocess
import sys
from pathlib import Path

import gyges

PACKAGE = Path(gyges.__file__).parent
EXTRAS = (
    "pyarrow",
    "xllamacpp",
    "torch",
    "transformers",
    "fastapi",
    "uvicorn",
    "ray",
    "gepa",
    "presidio_analyzer",
    "spacy",
    "azure",
    "opacus",
    "peft",
    "datasets",
    "pandas",
    "polars",
    "fsspec",
    "aiohttp",
)
LONGEST_MODULE = 500


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


def test_no_module_is_longer_than_the_limit() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}
