"""Reports as one HTML file that needs nothing else: no network, no fonts, no script for anything that matters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gyges._version import __version__
from gyges.reports._decision import decision
from gyges.reports._figures import (
    AuditView,
    Table,
    fact_sum,
    prior,
    protected_if_scored,
    shown,
    strong,
    strong_by,
    unknown_releases,
)
from gyges.reports._known import beyond
from gyges.reports._limits import limits
from gyges.reports._made import failures, made_of
from gyges.reports._page import SHARED, environment, page
from gyges.reports._people import people
from gyges.reports._person import Shows
from gyges.reports._plain import clipped, label, percent
from gyges.reports._svg import trade_off_plot
from gyges.reports._tables import (
    all_figures,
    breakdowns,
    calibration,
    comparison,
    readers,
    singled_out,
    spans,
    special,
    trade_off,
)
from gyges.reports._verdict import cards, verdict

_REVIEW = "What each edit protects, and what undoing it costs"
_LONGEST = 160  # characters of words and descriptions


def render_review(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a review as one self-contained HTML file."""
    sections = [_reviewed(row) for row in rows]
    return environment().get_template("review.html.jinja").render(title=_REVIEW, page=page(), sections=sections)


def _reviewed(row: Mapping[str, Any]) -> dict[str, object]:
    if "failed" in row:
        return {"name": row["id"], "failed": row["failed"]}
    people = tuple((one["person"], percent(one["before"]), percent(one["after"])) for one in row["people"])
    edits = tuple(map(_edit, row["edits"]))
    return {
        "name": row["id"],
        "failed": None,
        "sentence": _sentence(row),
        "people": Table(("Person", "Before", "After"), people),
        "edits": Table(("Words", "Become", "Why", "Protects", "Undoing it costs"), edits),
    }


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


_TITLE = "What these texts still say about each person"
MAX_PEOPLE = 500
"""How many people of each audit are shown, unless told otherwise; the report says how many there are."""

_OPEN_FAILURES = 20  # longer lists of failures start folded


def render_html(
    audits: Sequence[AuditView],
    *,
    show_text: bool = True,
    show_original: bool = False,
    max_people: int = MAX_PEOPLE,
) -> str:
    """Return the report of one or several audits as one self-contained HTML file."""
    shows = Shows(show_text, show_text and show_original, max_people)
    return (
        environment()
        .get_template("report.html.jinja")
        .render(
            title=_TITLE,
            page=page(script=SHARED / "filter.js"),
            trade_off_plot=trade_off_plot,
            shows=shows,
            sections=[_section(audit, shows, f"audit-{place}") for place, audit in enumerate(audits, 1)],
            comparison=comparison(audits) if len(audits) > 1 else None,
            trade_off=trade_off(audits),
            spans=spans(audits),
            failures=failures(audits, show_text=show_text),
            coverage=[(audit.name, audit.results.coverage, _facts_and_strays(audit, shows)) for audit in audits],
            limits=limits(audits),
            made=made_of(audits, __version__),
            open_failures=_OPEN_FAILURES,
        )
    )


def _facts_and_strays(audit: AuditView, shows: Shows) -> str:
    covered = audit.results.coverage
    return f"{fact_sum(covered)}. {unknown_releases(covered, show_ids=shows.text)}".strip()


def _section(audit: AuditView, shows: Shows, anchor: str) -> dict[str, object]:
    """Return one audit, ready to be printed."""
    results = audit.results
    sentence, control = verdict(audit)
    alone, ranks = readers(results)
    return {
        "anchor": anchor,
        "name": audit.name,
        "decision": decision(audit, show_text=shows.text),
        "sentence": sentence,
        "control": control,
        "protected": shown(results.metrics.get("cpr")),
        "strong": strong(results),
        "strong_by": strong_by(results),
        "partly": "" if protected_if_scored(results) is None else "; what was not scored counts as leaked",
        "prior": prior(results),
        "cards": cards(results),
        "plots": breakdowns(results),
        "calibration": calibration(results),
        "figures": all_figures(results),
        "singled_out": singled_out(results),
        "special": special(results),
        "beyond": beyond(audit, shows),
        "readers": alone,
        "ranks": ranks,
        "people": people(audit, shows, anchor),
    }
