"""The notebook of the documentation runs from top to bottom in a real kernel, and is kept without outputs."""

import warnings
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "guides" / "first_audit.ipynb"


@pytest.fixture(scope="module")
def notebook() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


def test_it_is_kept_without_outputs_that_depend_on_a_machine(notebook: Any) -> None:
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) > 5
    assert not [cell for cell in cells if cell.outputs or cell.execution_count is not None]


def test_it_runs_and_shows_what_it_promises(notebook: Any, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # of the kernel's libraries, not of ours
        from nbclient import NotebookClient

        done = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output.data for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
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
