"""The pictures of a benchmark, in SVG: privacy against utility with the front, and spans against people."""

from collections.abc import Sequence

from markupsafe import Markup

from gyges.reports._figures import Figure
from gyges.reports._svg import (
    Point,
    _axes,
    _control,
    _crosshair,
    _line,
    _number,
    _x,
    _y,
    element,
    strong_mark,
    strong_tick,
)
from gyges.reports.benchmark._findings import Gap, PlotPoint

__all__ = ["gap_plot", "trade_off_plot"]

_WIDTH, _HEIGHT = 640, 400  # the frame of gyges.reports._svg
_RADIUS = 10


def trade_off_plot(spots: Sequence[PlotPoint], *, x_label: str, control: Figure) -> Markup:
    """Draw methods as numbers, those on the front joined by a line; the list beside the picture says who is who.

    Below each hangs what a strong reader leaves, hollow.

    Args:
        spots: The methods.
        x_label: The figure of utility.
        control: What a guess without the text leaves protected, drawn as a dashed line.
    """
    told = "; ".join(
        f"{spot.number} {spot.name}: {x_label} {spot.utility}, CPR {spot.privacy}, from a strong reader {spot.strong}"
        for spot in spots
    )
    parts = [element("title", f"CPR by {x_label}. {told}"), *_axes(x_label, "Facts protected (CPR)")]
    parts += _control(control.value)
    joined = sorted((_at(spot) for spot in spots if spot.on_front), key=lambda place: place[0])
    if len(joined) > 1:
        drawn = " ".join(f"{_number(x)},{_number(y)}" for x, y in joined)
        parts.append(element("polyline", points=drawn, cls="front"))
    for spot in spots:
        parts += _crosshair(Point(spot.name, spot.utility, spot.privacy))
        parts += strong_mark("circle", *_at(spot), spot.strong)
    for spot in sorted(spots, key=lambda one: one.on_front):
        x, y = _at(spot)
        kind = "spot on-front" if spot.on_front else "spot"
        mark = element("circle", cx=_number(x), cy=_number(y), r=_RADIUS)
        name = element("text", str(spot.number), x=_number(x), y=_number(y + 4), text_anchor="middle")
        parts.append(element("g", element("title", spot.name), mark, name, cls=kind))
    return element("svg", *parts, cls="scatter", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img")


def gap_plot(gap: Gap) -> Markup:
    """Draw one method on a scale from 0 to 100: marked words gone, facts protected, and the way between them."""
    gone, kept, least = (100 * min(max(figure.value or 0, 0.0), 1.0) for figure in (gap.gone, gap.kept, gap.least))
    told = f"{gap.name}: {gap.gone} of the marked words gone, {gap.kept} of the facts protected"
    parts = [
        element("title", f"{told}, {gap.strong} from a strong reader" if gap.strong.value is not None else told),
        element("rect", x=0, y=0, width=100, height=12, cls="track"),
        *(_line(at, 0, at, 12, "grid") for at in (25, 50, 75)),
        element("rect", x=_number(min(gone, least)), y=4.5, width=_number(abs(gone - least)), height=3, cls="gap-way"),
        _line(gone, 1, gone, 11, "tick-spans"),
        _line(kept, 1, kept, 11, "tick-people"),
    ]
    parts += strong_tick(gap.strong)
    return element("svg", *parts, cls="bar-plot", viewBox="0 0 100 12", preserveAspectRatio="none", role="img")


def _at(spot: PlotPoint) -> tuple[float, float]:
    return _x(spot.utility.value or 0), _y(spot.privacy.value or 0)
