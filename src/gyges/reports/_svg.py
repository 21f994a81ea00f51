"""Pictures drawn here, in SVG: bars with whiskers, methods between privacy and utility. No script, no style."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import Markup, escape

from gyges.reports._figures import Figure
from gyges.reports._plain import visible

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 18, 14, 56
_MARKER = 6.5
SPOT = 10
"""Radius of a number in a circle."""
_QUARTERS = 4  # of the scale
_LABEL_HEIGHT = 11  # of the letters above their line


@dataclass(frozen=True, slots=True)
class PlotPoint:
    """One method in the picture of privacy and utility: a number, which the list beside the picture explains."""

    number: int
    name: str
    utility: Figure
    privacy: Figure
    strong: Figure  # what a strong reader leaves, drawn hollow at the same place across
    on_front: bool  # whether no other beats it on both sides


def plot_points(methods: Iterable[tuple[str, Figure, Figure, Figure]]) -> tuple[PlotPoint, ...]:
    """Return the methods that have both figures, by name, utility, privacy and what a strong reader leaves."""
    drawn = [one for one in methods if one[1].value is not None and one[2].value is not None]
    best = front([(use.value or 0, kept.value or 0) for _, use, kept, _ in drawn])
    return tuple(PlotPoint(place + 1, *one, on_front=place in best) for place, one in enumerate(drawn))


def front(points: Sequence[tuple[float, float]]) -> frozenset[int]:
    """Return which points are beaten by no other: at least as good on both sides and better on one."""
    return frozenset(
        number
        for number, one in enumerate(points)
        if not any(other != one and other[0] >= one[0] and other[1] >= one[1] for other in points)
    )


def element(tag: str, *children: str | Markup, **attributes: object) -> Markup:
    """Return an SVG element; underscores in the names of attributes become hyphens, `cls` becomes ``class``."""
    kind = escape(tag)
    written = "".join(f' {_attribute(name)}="{escape(_plain(value))}"' for name, value in attributes.items())
    inner = "".join(child if isinstance(child, Markup) else escape(visible(child)) for child in children)
    return Markup(f"<{kind}{written}>{inner}</{kind}>")  # noqa: S704  # each part is escaped


@cache
def _attribute(name: str) -> Markup:
    return escape("class" if name == "cls" else name.replace("_", "-"))


@lru_cache(maxsize=1024, typed=True)  # of many people as many facts are protected
def bar(
    figure: Figure,
    title: str,
    *,
    mark: float | None = None,
    strong: Figure | None = None,
    kind: str = "kept",
    grid: bool = True,
) -> Markup:
    """Draw one share as a bar from 0 to 100 with its interval as a whisker."""
    parts = [element("title", title), _rect(0, 100, "track")]
    parts += [_line(at, 0, at, 12, "grid") for at in (25, 50, 75) if grid]
    if figure.value is not None:
        least = figure.value if strong is None or strong.value is None else min(strong.value, figure.value)
        if least < figure.value:  # what only seems to be protected is pale
            parts.append(_rect(0, _at(figure.value), f"bar {kind} pale", top=2, height=8))
        parts.append(_rect(0, _at(least), f"bar {kind}", top=2, height=8))
        if figure.low is not None and figure.high is not None:
            low, high = _at(figure.low), _at(figure.high)
            parts.append(_line(low, 6, high, 6, "whisker"))
            parts += [_line(at, 3.5, at, 8.5, "whisker") for at in (low, high)]
    parts += strong_tick(strong or Figure())
    if mark is not None:
        parts.append(_line(_at(mark), 0, _at(mark), 12, "control"))
    return element("svg", *parts, cls="bar-plot", viewBox="0 0 100 12", preserveAspectRatio="none", role="img")


def trade_off_plot(points: Sequence[PlotPoint], *, x_label: str, control: float | None) -> Markup:
    """Draw methods as numbers with intervals as crosses, those on the front joined by a line.

    Below each hangs what a strong reader leaves, hollow.
    """
    told = "; ".join(
        f"{one.number} {one.name}: {x_label} {one.utility}, CPR {one.privacy}, from a strong reader {one.strong}"
        for one in points
    )
    parts = [element("title", f"CPR by {x_label}. {told}"), *_axes(x_label, "Facts protected (CPR)")]
    parts += _control(control)
    parts += front_line(_at_point(one) for one in points if one.on_front)
    for one in points:
        parts += _crosshair(one)
        parts += _strong_mark(*_at_point(one), one.strong)
    for one in sorted(points, key=lambda one: one.on_front):
        parts.append(spot(one.number, one.name, *_at_point(one), "on-front" if one.on_front else ""))
    return framed(parts)


def numbered_plot(
    told: str, spots: Iterable[tuple[int, str, tuple[float, float], str]], front: Iterable[tuple[float, float]]
) -> Markup:
    """Draw numbers between utility and privacy, those of a front joined; a spot is number, title, place and kind."""
    parts = [element("title", f"Privacy by utility. {told}"), *_axes("Utility", "Privacy")]
    parts += front_line((_x(utility), _y(privacy)) for utility, privacy in front)
    parts += [spot(number, title, _x(at[0]), _y(at[1]), kind) for number, title, at, kind in spots]
    return framed(parts)


def framed(parts: Sequence[Markup], kind: str = "scatter", width: float = _WIDTH, height: float = _HEIGHT) -> Markup:
    """Return drawn parts as one picture."""
    return element("svg", *parts, cls=kind, viewBox=f"0 0 {_number(width)} {_number(height)}", role="img")


def front_line(places: Iterable[tuple[float, float]]) -> list[Markup]:
    """Join the places of a front from left to right; a single one is no line."""
    ordered = sorted(places)
    drawn = " ".join(f"{_number(x)},{_number(y)}" for x, y in ordered)
    return [element("polyline", points=drawn, cls="front")] if len(ordered) > 1 else []


def spot(number: int, title: str, x: float, y: float, kind: str = "") -> Markup:
    """Draw something as a number in a circle; the list beside the picture says what it is."""
    mark = element("circle", cx=_number(x), cy=_number(y), r=SPOT)
    name = element("text", str(number), x=_number(x), y=_number(y + 4), text_anchor="middle")
    return element("g", element("title", title), mark, name, cls=f"spot {kind}".rstrip())


def strong_tick(figure: Figure) -> list[Markup]:
    """Draw what holds for a strong reader on a bar from 0 to 100: a hollow tick, on a pale line for its interval."""
    if figure.value is None:
        return []
    at, parts = _at(figure.value), []
    if figure.low is not None and figure.high is not None:
        parts.append(_line(_at(figure.low), 6, _at(figure.high), 6, "strong-whisker"))
    return [*parts, _line(at, 1, at, 11, "tick-strong"), _line(at, 2.5, at, 9.5, "tick-strong-inside")]


def _strong_mark(x: float, y: float, figure: Figure) -> list[Markup]:
    """Draw what a strong reader leaves of a method: hollow, with its interval, on a dotted line to the method."""
    if figure.value is None:
        return []
    at = _y(figure.value)
    parts = [_line(x, y, x, at, "strong-way")]
    if figure.low is not None and figure.high is not None:
        parts.append(_line(x, _y(figure.low), x, _y(figure.high), "strong-whisker"))
    return [*parts, element("circle", cx=_number(x), cy=_number(at), r=_MARKER, cls="strong-point")]


def _control(control: float | None) -> list[Markup]:
    """The line of the guess without the text; its name stands below it where there is no room above."""
    if control is None:
        return []
    y = _y(control)
    at = y - 6 if y - 6 - _LABEL_HEIGHT >= _TOP else y + 6 + _LABEL_HEIGHT
    name = element("text", "a guess without the text", x=_LEFT + 8, y=_number(at), cls="control-label")
    return [_line(_LEFT, y, _WIDTH - _RIGHT, y, "control"), name]


def _axes(x_label: str, y_label: str) -> list[Markup]:
    parts = []
    for step in range(_QUARTERS + 1):
        share = step / _QUARTERS
        x, y = _x(share), _y(share)
        parts.append(_line(x, _TOP, x, _HEIGHT - _BOTTOM, "grid"))
        parts.append(_line(_LEFT, y, _WIDTH - _RIGHT, y, "grid"))
        name = f"{share:.0%}"
        last = {"x": _WIDTH - 2, "text_anchor": "end"}  # the one on the right would stick out
        at = last if step == _QUARTERS else {"x": _number(x), "text_anchor": "middle"}
        parts.append(element("text", name, **at, y=_HEIGHT - _BOTTOM + 20, cls="tick"))
        parts.append(element("text", name, x=_LEFT - 8, y=_number(y + 4), text_anchor="end", cls="tick"))
    middle = (_TOP + _HEIGHT - _BOTTOM) / 2
    below = _number((_LEFT + _WIDTH - _RIGHT) / 2)
    turned = f"translate(15 {_number(middle)}) rotate(-90)"
    parts.append(element("text", f"{x_label} →", x=below, y=_HEIGHT - 10, text_anchor="middle", cls="axis"))
    parts.append(element("text", f"{y_label} →", transform=turned, text_anchor="middle", cls="axis"))
    return parts


def _crosshair(point: PlotPoint) -> list[Markup]:
    (x, y), across, up = _at_point(point), point.utility, point.privacy
    parts = []
    if across.low is not None and across.high is not None:
        parts.append(_line(_x(across.low), y, _x(across.high), y, "whisker"))
    if up.low is not None and up.high is not None:
        parts.append(_line(x, _y(up.low), x, _y(up.high), "whisker"))
    return parts


def _at_point(point: PlotPoint) -> tuple[float, float]:
    return _x(point.utility.value or 0), _y(point.privacy.value or 0)


def _x(share: float) -> float:
    return _LEFT + _at(share) / 100 * (_WIDTH - _LEFT - _RIGHT)


def _y(share: float) -> float:
    return _HEIGHT - _BOTTOM - _at(share) / 100 * (_HEIGHT - _TOP - _BOTTOM)


def _at(share: float) -> float:
    """Return a share on a scale from 0 to 100, kept on the scale."""
    return min(max(share, 0.0), 1.0) * 100


_STROKES = {"grid": "none", "control": "#b0402a"}
_FILLS = {"track": "#8882", "bar": "#5a9a8c"}
"""Colours where no style says others, as in a notebook."""


def _rect(x: float, width: float, cls: str, *, top: float = 0, height: float = 12) -> Markup:
    fill = _FILLS[cls.partition(" ")[0]]
    return element("rect", x=_number(x), y=top, width=_number(width), height=height, cls=cls, fill=fill)


def _line(x1: float, y1: float, x2: float, y2: float, cls: str) -> Markup:
    ends = {"x1": _number(x1), "y1": _number(y1), "x2": _number(x2), "y2": _number(y2)}
    return element(
        "line", **ends, cls=cls, vector_effect="non-scaling-stroke", stroke=_STROKES.get(cls, "currentColor")
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _plain(value: object) -> str:
    return visible(str(value))
