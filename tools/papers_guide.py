"""Make docs/guides/papers.md of docs/papers.yaml: python tools/papers_guide.py."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

DOCS = Path(__file__).parents[1] / "docs"
SOURCE, PAGE = DOCS / "papers.yaml", DOCS / "guides" / "papers.md"
STATUS = {"exact": "exact", "differs": "differs so", "cannot": "cannot here"}
MOVES = {"up": "more privacy", "down": "less privacy", "either": "either way"}
HEAD = """# Tables of the papers

Which command gives which table, figure, metric and prompt of the four papers, where to look, and how it differs. The
words of prompts are ours; a published one can be [pasted](models.md#your-own-words). This page is made of
`docs/papers.yaml`, and tests type the commands, with two documents and a scripted model for `M`.
[A notebook](table4.ipynb) makes Table 4 of SPIA from three documents with a model of one's own.
"""
QUIRKS = "What published code does besides its text, which way that moves the figure, and what happens here:"


def page(data: dict[str, Any]) -> str:
    """Return the page."""
    return HEAD + "".join(map(_paper, data["papers"])) + data["after"]


def _paper(paper: dict[str, Any]) -> str:
    typed = [f"- {name}: `{command['type']}`" for name, command in paper["commands"].items()]
    items = [_item(*fields) for fields in _fields(paper["items"])]
    quirks = [(what, MOVES[sign], here) for what, sign, here in _fields(paper["quirks"])]
    return "\n".join(
        [
            *(f"\n## {paper['name']}\n", f"{paper['about']}\n", *typed, ""),
            *_table(("what", "command", "where", "status", "how"), items),
            *("", QUIRKS, ""),
            *_table(("published code", "moves to", "here"), quirks),
            "",
        ]
    )


def _fields(lines: str) -> Iterable[list[str]]:
    return ([field.strip() for field in line.split("|")] for line in lines.splitlines())


def _item(what: str, command: str, where: str, status: str, how: str) -> tuple[str, ...]:
    place, _, words = where.partition(": ")
    shown = f"prompt `{words}`" if place == "prompt" else f"`{place}`: {words}" if place else ""
    return what, command, shown, STATUS[status], how


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    head = tuple(head)
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


if __name__ == "__main__":
    PAGE.write_text(page(yaml.safe_load(SOURCE.read_text(encoding="utf-8"))), encoding="utf-8")
