"""What stands is said in every report, with its words only where texts may be shown."""

from typing import Any

import pytest

from gyges.reports import AuditView, audit_cell, render_html, render_markdown, terminal_lines
from reports import samples
from reports.page import Page


def _audit(standing: list[dict[str, str]], unchecked: list[dict[str, str]] | None = None) -> AuditView:
    row: dict[str, Any] = {**samples.masked().results.model_dump(), "standing": standing, "unchecked": unchecked or []}
    return AuditView("m", type(samples.masked().results).model_validate(row))


def _rows(document: str, *words: str) -> list[dict[str, str]]:
    return [{"document": document, "words": one, "kind": "person"} for one in words]


def _plain(words: str) -> str:
    return " ".join(words.split())


def test_terminal_and_page_name_what_stands_by_document_and_the_others_count_it() -> None:
    audit = _audit(_rows("note-21", "Jolanda Brix", "Kaspar"), [{"document": "chat-03", "reason": "it is in Persian"}])
    counted = "Direct identifiers that stand: 2 in 1 of 5 documents. 1 of 5 documents could not be checked for them."
    named = ("note-21: 'Jolanda Brix', 'Kaspar'", "chat-03: cannot be checked: it is in Persian")
    page = _plain(Page(render_html([audit])).words)
    hidden = _plain(Page(render_html([audit], show_text=False)).words)
    quiet = " ".join(terminal_lines(audit, show_text=False))
    for words in (" ".join(terminal_lines(audit)), page):
        assert f"{counted} Hold back 2 of 5 documents." in words
        assert all(one in words for one in named)
    for words in (quiet, hidden, render_markdown([audit]), audit_cell(audit)):
        assert counted in words
        assert "Jolanda" not in words
        assert "in Persian" not in words
    assert page.index(counted) < page.index("Facts protected")  # on the first screen, before the cards


def test_of_one_document_a_few_words_are_named_and_long_ones_are_clipped() -> None:
    lines = terminal_lines(_audit(_rows("a", *"BCDEFG", "H" * 200)))
    assert "a: 'B', 'C', 'D', 'E', 'F' and 2 more" in lines
    (line,) = [one for one in terminal_lines(_audit(_rows("a", "H" * 200))) if one.startswith("a: ")]
    assert len(line) < 100


@pytest.mark.parametrize("audit", [samples.masked(), samples.rewritten()])
def test_results_that_do_not_say_what_stands_are_reported_without(audit: AuditView) -> None:
    assert "that stand" not in " ".join(terminal_lines(audit)) + render_html([audit]) + render_markdown([audit])


def test_where_nothing_stands_nothing_is_held_back() -> None:
    assert "Direct identifiers that stand: none in 5 documents." in terminal_lines(_audit([]))
