"""The page of a review: figures beside every edit, and nothing a document says acts on it."""

from typing import Any

from hypothesis import given

from gyges.reports import render_review
from reports.page import Page
from reports.test_page_is_safe import hostile


def _row(words: str = "Galway") -> dict[str, Any]:
    loss = {"id": "1", "person": words, "from": ["NAME", "ID_NUMBER"], "kept": 0.6, "undone": 0.2}
    edit = {
        "original": words,
        "replacement": "",
        "reason": words,
        "protects": [loss],
        "document": {"kept": 0.5, "undone": 0.44},
        "brings_back": [words],
        "kind": "statement",
    }
    people = [{"id": "1", "person": words, "before": 0.1, "after": 0.6}]
    figures = {"truth": "annotated", "not_estimated": "", "before": 0.1, "after": 0.5}
    return {"id": words, "method": "mask", **figures, "people": people, "edits": [edit]}


def test_each_edit_stands_with_whom_it_protects_from_what_and_what_undoing_it_costs() -> None:
    page = render_review([_row(), {"id": "b", "method": "mask", "failed": "declined"}])
    for words in (
        "Name, Id number",
        "the document 50\xa0% → 44\xa0%",
        "Galway 60\xa0% → 20\xa0%",
        "10\xa0%",
        "declined",
    ):
        assert words in page
    assert "brings back direct identifiers: Galway" in page


@given(hostile)
def test_a_hostile_document_is_only_words(words: str) -> None:
    Page(render_review([_row(words), {"id": words, "method": words, "failed": words}]))
