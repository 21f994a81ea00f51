"""What the guides to Python and to the bridges show runs as it stands there, and prints what they say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from gyges.cli._app import VERBS

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
PROMISE = re.compile(r"^\s*print\(.*\)\s*(?:\n)?\s*# (.*)$", re.M)


def _blocks(page: str) -> list[str]:
    return [match[1] for match in BLOCK.finditer((DOCS / "guides" / page).read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("page", "promises"), [("python.md", 2), ("bridges.md", 2)])
def test_the_examples_of_a_guide_run_and_print_what_it_says(
    page: str, promises: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    names: dict[str, object] = {}
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        for block in _blocks(page):
            exec(compile(block, page, "exec"), names)  # noqa: S102  # our own pages
    promised = [words for block in _blocks(page) for words in PROMISE.findall(block)]
    assert len(promised) == promises
    assert [words for words in promised if words not in shown.getvalue().splitlines()] == []


def test_every_verb_is_in_the_reference_of_the_command_line() -> None:
    page = (DOCS / "reference" / "command_line.md").read_text(encoding="utf-8")
    assert [verb for verb in VERBS if f"`gyges {verb}`" not in page] == []
