"""The pictures of a task, in SVG: candidates between privacy and utility, the learning curve, the family tree."""

from collections.abc import Sequence

from markupsafe import Markup

from gyges.reports._plain import percent
from gyges.reports._svg import _axes, _line, _number, _x, _y, element
from gyges.reports.tuning._schema import CandidateRow, CurveRow, MenuRow

__all__ = ["curve_plot", "front_plot", "tree_plot"]

_WIDTH, _HEIGHT = 640, 400  # the frame of gyges.reports._svg
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 18, 14, 56
_RADIUS = 11
_STEP, _ROW = 62, 46  # of the tree, in units of the picture
_NARROWEST = 560  # so that few candidates are not drawn larger than many


def front_plot(candidates: Sequence[CandidateRow], menu: Sequence[MenuRow]) -> Markup:
    """Draw candidates as numbers, by their scores on validation documents; those of the menu are joined."""
    told = "; ".join(f"{one.number}: {_words(one)}" for one in candidates)
    parts = [element("title", f"Privacy by utility. {told}"), *_axes("Utility", "Privacy")]
    joined = sorted((_x(entry.validation.utility), _y(entry.validation.privacy)) for entry in menu)
    if len(joined) > 1:
        drawn = " ".join(f"{_number(x)},{_number(y)}" for x, y in joined)
        parts.append(element("polyline", points=drawn, cls="front"))
    ordered = sorted(candidates, key=lambda row: row.menu is not None)
    parts += [_spot(one, _x(one.estimate.utility), _y(one.estimate.privacy)) for one in ordered]
    return element("svg", *parts, cls="scatter", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img")


def curve_plot(curve: Sequence[CurveRow], *, cap: int, turned: int | None) -> Markup:
    """Draw the best score so far by calls; a dashed line shows where rich feedback began."""
    most = max(cap, *(row.calls for row in curve), 1)

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
        end = after.calls if after else cap
        points += [f"{_number(at(calls))},{_number(_y(before.best))}" for calls in (before.calls, end)]
    parts.append(element("polyline", points=" ".join(points), cls="curve"))
    return element("svg", *parts, cls="scatter", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img")


def tree_plot(candidates: Sequence[CandidateRow]) -> Markup:
    """Draw who was made from whom: the seed on top, children below, those of the menu filled."""
    depth = _depths(candidates)
    rows: dict[int, list[int]] = {}
    for one in candidates:
        rows.setdefault(depth[one.number], []).append(one.number)
    widest = max(len(row) for row in rows.values())
    width, height = max(widest * _STEP, _NARROWEST), len(rows) * _ROW + 20
    places = {
        number: ((place + 0.5) * width / len(row), level * _ROW + 28)
        for level, row in rows.items()
        for place, number in enumerate(row)
    }
    parts = [
        element("title", "; ".join(f"{one.number} from {one.parent}" for one in candidates if one.parent is not None))
    ]
    for one in candidates:
        if one.parent is not None and one.parent in places:
            (x1, y1), (x2, y2) = places[one.parent], places[one.number]
            parts.append(_line(x1, y1 + _RADIUS, x2, y2 - _RADIUS, "branch"))
    parts += [_spot(one, *places[one.number]) for one in candidates]
    return element("svg", *parts, cls="scatter tree", viewBox=f"0 0 {_number(width)} {height}", role="img")


def _spot(one: CandidateRow, x: float, y: float) -> Markup:
    kind = "spot on-front" if one.menu else "spot whole" if one.whole else "spot"
    mark = element("circle", cx=_number(x), cy=_number(y), r=_RADIUS)
    name = element("text", str(one.number), x=_number(x), y=_number(y + 4), text_anchor="middle")
    return element("g", element("title", f"candidate {one.number}: {_words(one)}"), mark, name, cls=kind)


def _words(one: CandidateRow) -> str:
    return (
        f"privacy {percent(one.estimate.privacy)}, utility {percent(one.estimate.utility)} on {one.scored_on} documents"
    )


def _depths(candidates: Sequence[CandidateRow]) -> dict[int, int]:
    depth: dict[int, int] = {}
    for one in candidates:  # parents come before their children
        depth[one.number] = 0 if one.parent is None else depth.get(one.parent, 0) + 1
    return depth
