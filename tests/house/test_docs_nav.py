"""A page is called the same in the list of pages and on the page."""

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]


def _pages(part: object) -> dict[str, str]:
    """Return the title of each page in the navigation, by file."""
    if isinstance(part, list):
        return {file: title for one in part for file, title in _pages(one).items()}
    assert isinstance(part, dict)
    ((title, below),) = part.items()
    return {below: title} if isinstance(below, str) else _pages(below)


def _navigation() -> dict[str, str]:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return _pages(yaml.safe_load(text)["nav"])


def test_a_page_has_the_title_that_the_navigation_gives_it() -> None:
    written = {file: title for file, title in _navigation().items() if file.startswith(("guides/", "design/"))}
    found = {file: (ROOT / "docs" / file).read_text(encoding="utf-8").split("\n", 1)[0] for file in written}
    assert found == {file: f"# {title}" for file, title in written.items()}


def test_every_page_is_in_the_navigation() -> None:
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert there == _navigation().keys()
