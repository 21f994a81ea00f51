"""The pages that explain the house name files that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DESIGN = ROOT / "docs" / "design"
WALKS = sorted((DESIGN / "walks").glob("*.md"))
NAMED = re.compile(r"`((?:src|tests|docs)/[\w/.-]+)`")
MOST_FILES = 15


@pytest.mark.parametrize("page", [DESIGN / "house.md", *WALKS], ids=lambda page: page.stem)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    named = set(NAMED.findall(page.read_text(encoding="utf-8")))
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.stem)
def test_a_walk_is_short(page: Path) -> None:
    assert len(set(NAMED.findall(page.read_text(encoding="utf-8")))) <= MOST_FILES
