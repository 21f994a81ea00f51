"""The page of a review: whom every edit protects from what, and what undoing it would cost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gyges.reports._figures import Table
from gyges.reports._page import environment, page
from gyges.reports._plain import clipped, label, percent

__all__ = ["render_review"]

TITLE = "What each edit protects, and what undoing it costs"
_LONGEST = 160  # characters of words and descriptions


@dataclass(frozen=True, slots=True)
class _ReviewSection:
    """One document, ready to be printed."""

    name: str
    failed: str | None
    sentence: str
    people: Table
    edits: Table


def render_review(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a review as one self-contained HTML file.

    Args:
        rows: What ``review.jsonl`` holds, one mapping for each document.
    """
    sections = [_section(row) for row in rows]
    return environment().get_template("review.html.jinja").render(title=TITLE, page=page(), sections=sections)


def _section(row: Mapping[str, Any]) -> _ReviewSection:
    if "failed" in row:
        return _ReviewSection(row["id"], row["failed"], "", Table((), ()), Table((), ()))
    people = tuple((one["person"], percent(one["before"]), percent(one["after"])) for one in row["people"])
    edits = tuple(map(_edit, row["edits"]))
    return _ReviewSection(
        row["id"],
        None,
        _sentence(row),
        Table(("Person", "Before", "After"), people),
        Table(("Words", "Become", "Why", "Protects", "Undoing it costs"), edits),
    )


def _sentence(row: Mapping[str, Any]) -> str:
    if row["not_estimated"]:
        return f"What a strong reader would leave was not estimated: {row['not_estimated']}."
    by = "by what annotators said" if row["truth"] == "annotated" else "by what the embedded reader finds"
    before, after = percent(row["before"]), percent(row["after"])
    return f"A strong reader is expected to leave {before} of the facts protected before and {after} after ({by})."


def _edit(one: Mapping[str, Any]) -> tuple[str, ...]:
    protects = "; ".join(f"{who['person']}: {', '.join(map(label, who['from']))}" for who in one["protects"])
    falls = [("the document", one["document"])] if one["document"]["kept"] is not None else []
    falls += [(who["person"], who) for who in one["protects"]]
    cost = [f"{name} {percent(fall['kept'])} → {percent(fall['undone'])}" for name, fall in falls]
    cost += [f"brings back direct identifiers: {', '.join(one['brings_back'])}"] if one["brings_back"] else []
    reason = [one["reason"], f"says that this is a {one['kind']}" if one["kind"] else ""]
    cells = (one["original"], one["replacement"] or "(nothing)", "; ".join(filter(None, reason)), protects)
    return *(clipped(cell, _LONGEST) for cell in cells), "; ".join(cost)
