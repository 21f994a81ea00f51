"""The notebooks of the documentation run from top to bottom in a real kernel, and are kept without outputs."""

import warnings
from pathlib import Path
from typing import Any

import nbformat
import pytest

GUIDES = Path(__file__).parents[2] / "docs" / "guides"


def _notebook(name: str) -> Any:
    return nbformat.read(GUIDES / name, as_version=4)  # type: ignore[no-untyped-call]


def _shown(name: str, folder: Path) -> list[Any]:
    """Run a notebook and return what its cells show."""
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # of the kernel's libraries, not of ours
        from nbclient import NotebookClient

        done = NotebookClient(_notebook(name), timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
    return [output.data for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]


@pytest.mark.parametrize("path", sorted(GUIDES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_it_is_kept_without_outputs_that_depend_on_a_machine(path: Path) -> None:
    cells = [cell for cell in _notebook(path.name).cells if cell.cell_type == "code"]
    assert len(cells) > 5
    assert not [cell for cell in cells if cell.outputs or cell.execution_count is not None]


def test_table_4_of_spia_comes_from_three_documents_and_a_model_of_ones_own(tmp_path: Path) -> None:
    people, written, status, table, figure = _shown("table4.ipynb", tmp_path)
    assert people["text/plain"].count("(") == 3
    assert (written["text/plain"], status["text/plain"]) == ("True", "0")
    rows = table["text/markdown"].splitlines()
    for name in ("none | –", "deid-gpt | mine", "dp-prompt | mine", "adversarial | mine", "mask | –"):
        assert any(row.startswith(f"| {name} |") and row.count("%") > 5 for row in rows)
    assert "CPR by Mean utility" in figure["text/html"]


def test_the_first_audit_runs_and_shows_what_it_promises(tmp_path: Path) -> None:
    shown = _shown("first_audit.ipynb", tmp_path)
    assert [data["text/plain"] for data in shown if "text/html" not in data] == [
        "4",
        "'[NAME] called [NAME] from [LOC] on [DATETIME].'",
        "'Ask [NAME].'",
    ]
    views = [data["text/html"] for data in shown if "text/html" in data]
    assert len(views) == 4
    assert "4 of 4 documents were released by mask" in views[0]
    assert "<svg" in views[1]
    assert "Person 1" in views[1]
