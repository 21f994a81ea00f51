"""What a notebook shows of an audit or of releases: figures, a plot and people by number. No text, no value, no id.

Notebooks are committed and mailed with all they show, so what may not leave is never in it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from gyges.records import Release
from gyges.reports._figures import (
    AuditView,
    Bar,
    Figure,
    Table,
    bars,
    prior,
    shown,
    strong,
    strong_by,
    unknown_releases,
)
from gyges.reports._made import standing_lines
from gyges.reports._page import environment
from gyges.reports._people import people
from gyges.reports._person import PersonView, Shows
from gyges.reports._plain import label, number
from gyges.reports._svg import bar
from gyges.reports._verdict import cards, verdict

_PEOPLE = 10
"""How many people a cell shows, the worst first."""
_BARS = 12
"""How many kinds of facts or words its plot shows."""


def audit_cell(audit: AuditView) -> str:
    """Return an audit as a fragment of HTML: sentences, figures, a plot of what stays protected, people by number."""
    results = audit.results
    sentence, control = verdict(audit)
    kinds = sorted(bars(results.by_tag), key=_worst_first)[:_BARS]
    from_strong = strong(results)
    known = [] if from_strong.value is None else [Bar(f"All, a strong reader ({strong_by(results)})", from_strong)]
    drawn = [Bar("All, this reader", shown(results.metrics.get("cpr"))), *known, *kinds]
    listed = people(AuditView(audit.name, results), Shows(text=False, people=_PEOPLE), "cell")
    columns = ("person", "document", "protected", "facts", "kinds that leak")
    return _cell(
        sentences=(
            sentence,
            control,
            *standing_lines(audit, show_text=False),
            *filter(None, (unknown_releases(results.coverage, show_ids=False),)),
        ),
        figures=Table(
            ("figure", "value", "95 % interval", "of"),
            tuple((card.title, card.value, card.interval, card.note) for card in cards(results)),
        ),
        plot=_plot(drawn, prior(results).value),
        told="Facts protected, with 95 % intervals; the line is a guess without the text.",
        people=Table(columns, tuple(map(_person, listed.everybody))),
        left_out=listed.total - len(listed.everybody),
    )


def release_cell(method: str, releases: Iterable[Release]) -> str:
    """Return releases as a fragment of HTML: how many there are, and which kinds of words were replaced."""
    made = list(releases)
    done = [release for release in made if "failed" not in release.trace]
    residual = sum(len(found) for one in done if isinstance(found := one.trace.get("residual"), list))
    kinds = Counter(kind for release in done for kind in _kinds(release))
    rows = [
        ("Documents", number(len(made))),
        ("Released", number(len(done))),
        ("Failed, and so not released", number(len(made) - len(done))),
        ("Direct identifiers that were found again", number(residual)),
    ]
    total = sum(kinds.values())
    drawn = [Bar(label(kind), Figure(count / total), number(count)) for kind, count in kinds.most_common(_BARS)]
    return _cell(
        sentences=(f"{number(len(done))} of {number(len(made))} documents were released by {method}.",),
        figures=Table(("figure", "value"), tuple(rows)),
        plot=_plot(drawn),
        told=f"Of {number(total)} replaced passages, by kind.",
        people=None,
        left_out=0,
    )


def _worst_first(bar: Bar) -> float:
    return 1.0 if bar.figure.value is None else bar.figure.value


def _cell(**parts: object) -> str:
    return environment().get_template("cell.html.jinja").render(**parts)


def _plot(drawn: Sequence[Bar], mark: float | None = None) -> list[tuple[str, Markup, str]]:
    """Return bars with their names and figures, drawn so that they need no style."""
    return [(row.name, bar(row.figure, row.name, mark=mark), row.note or str(row.figure)) for row in drawn]


def _person(person: PersonView) -> tuple[str, ...]:
    return person.name, person.document, str(person.figure), person.tally, ", ".join(person.tags) or person.nothing


def _kinds(release: Release) -> Iterable[str]:
    edits = release.trace.get("edits")
    for edit in edits if isinstance(edits, list) else ():
        if isinstance(edit, dict):
            yield str(edit.get("type") or "other")
