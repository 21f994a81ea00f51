"""The report as one HTML file that needs nothing else: no network, no fonts, no script for anything that matters."""

from collections.abc import Sequence
from dataclasses import dataclass

from gyges._version import __version__
from gyges.reports._compare import comparison, spans, trade_off
from gyges.reports._detail import all_figures, breakdowns, calibration, readers, singled_out
from gyges.reports._figures import (
    Bar,
    Card,
    Figure,
    Table,
    cards,
    prior,
    protected_if_scored,
    shown,
    strong,
    strong_by,
    verdict,
)
from gyges.reports._known import KnownView, beyond
from gyges.reports._limits import limits, spec
from gyges.reports._made import failures, made_of
from gyges.reports._page import SHARED, environment, page
from gyges.reports._people import PeopleView, people
from gyges.reports._person import Shows
from gyges.reports._sets import Sets, sets
from gyges.reports._svg import scatter
from gyges.reports._views import AuditView

__all__ = ["MAX_PEOPLE", "TITLE", "render_html"]

TITLE = "What these texts still say about each person"
MAX_PEOPLE = 500
"""How many people of each audit are shown, unless told otherwise; the report says how many there are."""

_OPEN_FAILURES = 20  # longer lists of failures start folded


@dataclass(frozen=True, slots=True)
class _Section:
    """One audit, ready to be printed."""

    anchor: str
    name: str
    reader: str
    sentence: str
    control: str
    protected: Figure
    partly: str
    strong: Figure
    strong_by: str
    prior: Figure
    cards: tuple[Card, ...]
    plots: tuple[tuple[str, str, tuple[Bar, ...]], ...]
    calibration: Table | None
    figures: Table | None
    singled_out: tuple[Figure, Table] | None
    sets: Sets | None
    beyond: KnownView | None
    readers: tuple[Bar, ...]
    ranks: tuple[tuple[str, str], ...]
    people: PeopleView


def render_html(
    audits: Sequence[AuditView],
    *,
    show_text: bool = True,
    show_original: bool = False,
    title: str = TITLE,
    max_people: int = MAX_PEOPLE,
) -> str:
    """Return the report of one or several audits as one self-contained HTML file.

    Args:
        audits: The audits; several are compared with each other, in this order.
        show_text: Whether texts, quotes, values, names and ids may be shown. Without them only figures and counts are.
        show_original: Whether the original texts may stand beside the released ones; needs `show_text`.
        title: The heading.
        max_people: How many people of each audit to show, the worst first.
    """
    shows = Shows(show_text, show_text and show_original, max_people)
    return (
        environment()
        .get_template("report.html.jinja")
        .render(
            title=title,
            page=page(script=SHARED / "filter.js"),
            scatter=scatter,
            shows=shows,
            sections=[_section(audit, shows, f"audit-{place}") for place, audit in enumerate(audits, 1)],
            comparison=comparison(audits) if len(audits) > 1 else None,
            trade_off=trade_off(audits),
            spans=spans(audits),
            failures=failures(audits, show_text=show_text),
            coverage=[(audit.name, audit.results.coverage) for audit in audits],
            limits=limits(audits),
            made=made_of(audits, __version__),
            open_failures=_OPEN_FAILURES,
        )
    )


def _section(audit: AuditView, shows: Shows, anchor: str) -> _Section:
    results = audit.results
    sentence, control = verdict(audit)
    alone, ranks = readers(results)
    return _Section(
        anchor=anchor,
        name=audit.name,
        reader=spec(results.attacker),
        sentence=sentence,
        control=control,
        protected=shown(results.metrics.get("cpr")),
        strong=strong(results),
        strong_by=strong_by(results),
        partly="" if protected_if_scored(results) is None else "; what was not scored counts as leaked",
        prior=prior(results),
        cards=cards(results),
        plots=breakdowns(results),
        calibration=calibration(results),
        figures=all_figures(results),
        singled_out=singled_out(results),
        sets=sets(audit, shows),
        beyond=beyond(audit, shows),
        readers=alone,
        ranks=ranks,
        people=people(audit, shows, anchor),
    )
