"""Every number that is shown first stands in results.json, at a path that the guide names."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gyges.reports import AuditView, render_html, terminal_lines, terminal_tables
from gyges.reports._plain import number, percent, points
from gyges.reports._verdict import cards
from gyges.scoring import whole_percent
from reports import samples
from reports.page import Page

GUIDE = Path(__file__).parents[2] / "docs/guides/reading_a_report.md"
OURS = {"10", "5", "95", "80"}
"""Of ten facts; 5 % of people; intervals of 95 %; who counts as well protected from 80 % on."""
_NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?![\w-])")


def _paths() -> list[str]:
    table = GUIDE.read_text(encoding="utf-8").split("## Where each number stands")[1].split("## Other pages")[0]
    return re.findall(r"`([a-z_0-9.]+)`", "\n".join(line for line in table.splitlines() if line.startswith("| ")))


def _at(found: Any, path: str) -> Any:
    for name in path.split("."):
        found = None if found is None else found.get(name)
    return found


def _leaves(found: Any) -> Iterator[float]:
    if isinstance(found, dict):
        for inner in found.values():
            yield from _leaves(inner)
    elif isinstance(found, list):
        yield len(found)
        documents = [one["document"] for one in found if isinstance(one, dict) and "document" in one]
        yield len({*documents})
        yield from range(len({*documents}) + 1)  # the places of documents that are not named
        for one in found:
            facts = one.get("facts", []) if isinstance(one, dict) else []
            told = sum(bool(fact["score"]) for fact in facts)
            yield from (len(facts), told, len({fact["tag"] for fact in facts}) - 3)
    elif isinstance(found, int | float) and not isinstance(found, bool):
        yield found


def _written(value: float) -> Iterator[str]:
    yield from (number(value), percent(value), percent(1 - value), points(value), whole_percent(value))
    yield str(round(10 * (1 - value)))
    yield str(1 if value > 0.5 else 9)  # less than 1, more than 9


@pytest.mark.parametrize("audit", [samples.masked(), samples.rewritten()], ids=lambda audit: audit.name)
def test_each_number_shown_first_is_in_the_results_at_a_path_of_the_guide(audit: AuditView) -> None:
    held = audit.results.model_dump(mode="json")
    leaves = [value for path in _paths() for value in _leaves(_at(held, path))]
    allowed = OURS | {found for value in leaves for words in _written(value) for found in _NUMBER.findall(words)}
    tables = [cell for _, table in terminal_tables([audit]) for row in table.rows for cell in row[1:]]
    headline = [words for card in cards(audit.results) for words in (card.value, card.interval, card.note)]
    shown = [*terminal_lines(audit, show_text=False), *tables, *headline]
    unknown = {found: line for line in shown for found in _NUMBER.findall(line) if found not in allowed}
    assert unknown == {}


def test_three_methods_on_a_page_are_read_in_four_thousand_words() -> None:
    views = [samples.masked(), samples.rewritten(), AuditView("third", samples.masked().results)]
    assert len(Page(render_html(views)).unfolded.split()) <= 4_000
    alone = Page(render_html([samples.masked()])).unfolded
    first = alone.split("Findings")[-1].split("How this was measured")[0]
    assert 20 < len(first.split()) <= 150
