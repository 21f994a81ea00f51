"""The report of a learned instruction: the menu, the front, the learning curve, who was made from whom, baselines."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from gyges.reports._figures import Table, shown
from gyges.reports._limits import other_limits
from gyges.reports._page import SHARED, environment, page
from gyges.reports._plain import NOTHING, narrow, number, percent, points
from gyges.reports._svg import (
    _BOTTOM,
    _HEIGHT,
    _LEFT,
    _RIGHT,
    _TOP,
    _WIDTH,
    _line,
    _number,
    _y,
    element,
    framed,
    numbered_plot,
)
from gyges.scoring import RateRow

Row = Mapping[str, Any]
"""A part of ``tuning.json``, version 1, as the search wrote it."""

_TEST_HEAD = ("Privacy, test", "Strong, test", "Utility, test", "Worst person, test", "Documents", "Failed")


def tuning_html(made: Row) -> str:
    """Return the report of a task. It holds instructions and figures, no text of a document."""
    cap = made["budget"].get("search and selection", {"used": 1})["used"]
    return (
        environment()
        .get_template("tuning.html.jinja")
        .render(
            file=made,
            title=f"Instructions for {made['task'].get('name')}",
            page=page(style=SHARED / "tuning.css"),
            menu=_menu(made),
            baselines=_baselines(made),
            difference=_difference(made),
            front=front_plot(made["candidates"], made["menu"]),
            curve=curve_plot(made["curve"], cap=cap, turned=made["search"].get("turned")),
            candidates=_candidates(made),
            dropped=_dropped(made),
            made=_made(made),
            limits=other_limits("tuning", made),
        )
    )


def tuning_terminal(made: Row) -> Table:
    """Return the menu and what it is held against, as a terminal shows them."""
    tested = [(row["name"], row.get("test")) for row in (made["seed"], *made["menu"])]
    tested += [(row["name"], row.get("test")) for row in made["baselines"] if not row["left_out"]]
    rows = tuple((name, *map(narrow, _test(test))) for name, test in tested)
    return Table(("instruction", "privacy", "strong", "utility", "worst", "docs", "failed"), rows)


def _menu(made: Row) -> Table:
    head = ("Instruction", "Candidate", "Privacy, validation", "Utility, validation", *_TEST_HEAD)
    return Table(head, tuple(_menu_row(entry) for entry in (made["seed"], *made["menu"])))


def _menu_row(entry: Row) -> tuple[str, ...]:
    scores = (percent(entry["validation"][side]) for side in ("privacy", "utility"))
    return (entry["name"], str(entry["number"]), *scores, *_test(entry.get("test")))


def _test(test: Row | None) -> tuple[str, ...]:
    if test is None:
        return (NOTHING,) * len(_TEST_HEAD)
    figures = (_rate(test.get(name)) for name in ("privacy", "strong", "utility", "worst"))
    return (*figures, number(test["documents"]), number(test["failed"]))


def _rate(row: Row | None) -> str:
    return shown(None if row is None else RateRow.model_validate(row)).both


def _baselines(made: Row) -> Table | None:
    if not made["baselines"]:
        return None
    own = [("learned: " + entry["name"], *_test(entry.get("test")), NOTHING, "") for entry in made["menu"][:1]]
    seed = ("seed prompt", *_test(made["seed"].get("test")), NOTHING, "")
    rows = (
        (_name(one["name"]), *_test(one.get("test")), number(one["calls"]), one["left_out"])
        for one in made["baselines"]
    )
    return Table(("Method", *_TEST_HEAD, "Calls", "Left out because"), (seed, *own, *rows))


def _name(baseline: str) -> str:
    return "task prompt" if baseline.startswith("prompt:") else baseline


def _difference(made: Row) -> Table | None:
    rows = []
    for name, rate in made["improvement"].get("difference", {}).items():
        ends = NOTHING if rate["low"] is None else f"{points(rate['low'])} to {points(rate['high'])}"
        rows.append((name, points(rate["value"]), ends))
    return Table(("Best against seed, test documents", "Points", "95 % interval"), tuple(rows)) if rows else None


def _candidates(made: Row) -> Table:
    rows = tuple(
        (
            str(one["number"]),
            NOTHING if one["parent"] is None else str(one["parent"]),
            percent(one["estimate"]["privacy"]),
            percent(one["estimate"]["utility"]),
            number(one["scored_on"]),
            " ".join(
                [one["reason"] or "No reason was given.", *one["check"], f"({one['phase']}, call {one['calls']:,})"]
            ),
        )
        for one in made["candidates"]
    )
    return Table(("Candidate", "Made from", "Privacy", "Utility", "Documents", "Why"), rows)


def _dropped(made: Row) -> Table | None:
    outcomes = (one["outcome"].partition(" (")[0] for one in made["attempts"])
    counts = Counter("it was there already" if words.endswith(" again") else words for words in outcomes)
    rows = tuple((words, number(count)) for words, count in counts.most_common())
    return Table(("Proposals that were dropped because", "How many"), rows) if rows else None


def _made(made: Row) -> Table:
    task, documents, search = made["task"], made["documents"], made["search"]
    rows = [
        ("What counts", made["goal"]),
        ("Privacy", made["objective"]["privacy"]),
        ("Utility", made["objective"]["utility"]),
        ("Measured as published", "yes" if task.get("paper") else "no"),
        *((role.capitalize(), name or "none") for role, name in made["roles"].items()),
        ("Documents to learn from", number(documents["train"])),
        ("Documents of validation", number(documents["validation"])),
        ("Test documents used", f"{number(documents['tested'])} of {number(documents['test'])}"),
        ("Search", f"{search['name']}; it ended because {search['ended'] or 'it was done'}"),
        *((f"Calls: {name}", f"{one['used']:,} of {one['cap']:,}") for name, one in made["budget"].items()),
        ("Seed of all draws", str(task.get("seed"))),
        ("Report by", f"Gyges {made['gyges']}"),
    ]
    return Table(("What", "How"), tuple(rows))


def front_plot(candidates: Sequence[Row], menu: Sequence[Row]) -> Markup:
    """Draw candidates as numbers, by their scores on validation documents; those of the menu are joined."""
    told = "; ".join(f"{one['number']}: {_words(one)}" for one in candidates)
    drawn = (
        (
            one["number"],
            f"candidate {one['number']}: {_words(one)}",
            (one["estimate"]["utility"], one["estimate"]["privacy"]),
            "on-front" if one["menu"] else "whole" if one["whole"] else "",
        )
        for one in sorted(candidates, key=lambda row: row["menu"] is not None)
    )
    return numbered_plot(told, drawn, [(row["validation"]["utility"], row["validation"]["privacy"]) for row in menu])


def _words(one: Row) -> str:
    privacy, utility = (percent(one["estimate"][side]) for side in ("privacy", "utility"))
    return f"privacy {privacy}, utility {utility} on {one['scored_on']} documents"


def curve_plot(curve: Sequence[Row], *, cap: int, turned: int | None) -> Markup:
    """Draw the best score so far by calls; a dashed line shows where rich feedback began."""
    most = float(max(cap, *(row["calls"] for row in curve), 1))

    def at(calls: int) -> float:
        return _LEFT + calls / most * (_WIDTH - _LEFT - _RIGHT)

    parts = [element("title", "Best score so far, by calls to models")]
    for step in range(5):
        share = step / 4
        parts.append(_line(_LEFT, _y(share), _WIDTH - _RIGHT, _y(share), "grid"))
        parts.append(
            element("text", percent(share), x=_LEFT - 8, y=_number(_y(share) + 4), text_anchor="end", cls="tick")
        )
        x = _number(at(round(share * most)))
        parts.append(
            element("text", f"{round(share * most):,}", x=x, y=_HEIGHT - _BOTTOM + 20, text_anchor="middle", cls="tick")
        )
    below = _number((_LEFT + _WIDTH - _RIGHT) / 2)
    parts.append(element("text", "Calls →", x=below, y=_HEIGHT - 10, text_anchor="middle", cls="axis"))
    if turned is not None:
        parts.append(_line(at(turned), _TOP, at(turned), _HEIGHT - _BOTTOM, "control"))
        parts.append(element("text", "rich feedback", x=_number(at(turned) + 6), y=_TOP + 12, cls="control-label"))
    points = []
    for before, after in zip(curve, [*curve[1:], None], strict=True):
        end = after["calls"] if after else cap
        points += [f"{_number(at(calls))},{_number(_y(before['best']))}" for calls in (before["calls"], end)]
    parts.append(element("polyline", points=" ".join(points), cls="curve"))
    return framed(parts)
