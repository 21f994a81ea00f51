"""Pictures drawn here, in SVG: bars with whiskers and a scatter of methods. Pure functions, no script, no style."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from markupsafe import Markup, escape

from gyges.reports._figures import Figure
from gyges.reports._plain import clipped, visible

__all__ = ["Point", "bar", "element", "scatter", "strong_mark", "strong_tick"]

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 18, 14, 56
_MARKER = 6.5
_QUARTERS = 4  # of the scale
_LABEL_GAP = 17  # the least distance of two labels, so that they can be read
_LABEL_STEP = 4  # by which a label is moved until it can be read
_LABEL_HEIGHT = 11  # of the letters above their line
_LETTER = 9.6  # width of a letter of a label, at most on average: bold, 15 px on a small screen
_BESIDE = 13  # from a point to its name
_LONGEST_LABEL = 26
_ARM = ((-1, -0.4), (-0.4, -1), (0, -0.6), (0.4, -1), (1, -0.4), (0.6, 0))  # half of a cross
_SHAPES = ("circle", "square", "diamond", "triangle", "cross")


@dataclass(frozen=True, slots=True)
class Point:
    """One method in the scatter: the more to the right the more useful, the higher the more private.

    `strong` is what a strong reader leaves, drawn hollow at the same place across.
    """

    name: str
    x: Figure
    y: Figure
    strong: Figure = field(default_factory=Figure)


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
    """Draw one share as a bar from 0 to 100 with its interval as a whisker.

    Args:
        figure: The share. Without a value only the scale is drawn.
        title: What a screen reader says and a pointer shows.
        mark: A second share, drawn as a line across: the control.
        strong: A third one, drawn hollow with its interval: what it is for a strong reader.
        kind: Class of the bar, for its colour.
        grid: Whether to draw the quarters of the scale.
    """
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


def scatter(points: Sequence[Point], *, x_label: str, y_label: str, control: float | None = None) -> Markup:
    """Draw methods by what they keep useful and what they keep private, with intervals as crosses.

    Args:
        points: The methods; those without both values are left out.
        x_label: What is on the x axis.
        y_label: What is on the y axis.
        control: The protection against a guesser who never saw the text, drawn as a dashed line.
    """
    drawn = [point for point in points if point.x.value is not None and point.y.value is not None]
    told = "; ".join(f"{point.name}: {x_label} {point.x}, {y_label} {point.y}{_told(point.strong)}" for point in drawn)
    parts = [element("title", f"{y_label} by {x_label}. {told}"), *_axes(x_label, y_label)]
    parts += _control(control)
    for number, (point, label) in enumerate(zip(drawn, _labels(drawn, control), strict=True)):
        parts += _crosshair(point)
        shape, (x, y) = _SHAPES[number % len(_SHAPES)], _place(point)
        parts += strong_mark(shape, x, y, point.strong)
        parts.append(_marker(shape, x, y, f"point point-{number % len(_SHAPES)}"))
        at = {"x": _number(label.x), "y": _number(label.y), "text_anchor": label.anchor}
        parts.append(element("text", label.name, **at, cls="label"))
    return element("svg", *parts, cls="scatter", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img")


def strong_tick(figure: Figure) -> list[Markup]:
    """Draw what holds for a strong reader on a bar from 0 to 100: a hollow tick, on a pale line for its interval."""
    if figure.value is None:
        return []
    at, parts = _at(figure.value), []
    if figure.low is not None and figure.high is not None:
        parts.append(_line(_at(figure.low), 6, _at(figure.high), 6, "strong-whisker"))
    return [*parts, _line(at, 1, at, 11, "tick-strong"), _line(at, 2.5, at, 9.5, "tick-strong-inside")]


def strong_mark(shape: str, x: float, y: float, figure: Figure) -> list[Markup]:
    """Draw what a strong reader leaves of a method: hollow, with its interval, on a dotted line to the method."""
    if figure.value is None:
        return []
    at = _y(figure.value)
    parts = [_line(x, y, x, at, "strong-way")]
    if figure.low is not None and figure.high is not None:
        parts.append(_line(x, _y(figure.low), x, _y(figure.high), "strong-whisker"))
    return [*parts, _marker(shape, x, at, "strong-point")]


def _told(strong: Figure) -> str:
    return "" if strong.value is None else f", from a strong reader {strong}"


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


def _crosshair(point: Point) -> list[Markup]:
    x, y = _x(point.x.value or 0), _y(point.y.value or 0)
    parts = []
    if point.x.low is not None and point.x.high is not None:
        parts.append(_line(_x(point.x.low), y, _x(point.x.high), y, "whisker"))
    if point.y.low is not None and point.y.high is not None:
        parts.append(_line(x, _y(point.y.low), x, _y(point.y.high), "whisker"))
    return parts


@dataclass(frozen=True, slots=True)
class _PointLabel:
    """The name of a point, where it is written: at `x` begins it, or ends it where its anchor is ``end``."""

    name: str
    x: float
    y: float
    anchor: str
    width: float

    @property
    def left(self) -> float:
        return self.x - self.width if self.anchor == "end" else self.x

    def hits(self, other: "_PointLabel") -> bool:
        """Whether the two cannot both be read."""
        apart = self.left > other.left + other.width or other.left > self.left + self.width
        return not apart and abs(self.y - other.y) < _LABEL_GAP

    def covers(self, mark: tuple[float, float]) -> bool:
        """Whether it lies on a marker."""
        x, y = mark
        beside = x < self.left - _MARKER or x > self.left + self.width + _MARKER
        return not beside and self.y - _LABEL_HEIGHT - _MARKER < y < self.y + _MARKER

    def is_inside(self) -> bool:
        """Whether it lies in the frame."""
        wide = self.left >= _LEFT and self.left + self.width <= _WIDTH - _RIGHT
        return wide and _TOP + _LABEL_HEIGHT <= self.y <= _HEIGHT - _BOTTOM - 3


def _labels(points: Sequence[Point], control: float | None) -> list[_PointLabel]:
    """Return the names of points beside them: inside the frame, off the line of the control, off all others."""
    placed: list[_PointLabel] = []
    for point in points:
        inside = [label for label in _tries(point) if label.is_inside()]
        free = [one for one in inside if not any(one.hits(other) for other in placed)]
        off = [one for one in free if control is None or abs(one.y - 4 - _y(control)) >= _LABEL_GAP / 2]
        clear = [one for one in off if not any(one.covers(at) for other in points for at in _marks(other))]
        placed.append((clear or off or free or inside)[0])
    return placed


def _tries(point: Point) -> Iterator[_PointLabel]:
    """Yield where the name of a point may stand, the nearest places first, to the right before to the left."""
    (x, y), name = _place(point), _fitting(point.name)
    width = _columns(name) * _LETTER
    for step in range(_HEIGHT // _LABEL_STEP):
        for way in (-1, 1):
            at = y + 4 + way * step * _LABEL_STEP
            yield _PointLabel(name, x + _BESIDE, at, "start", width)
            yield _PointLabel(name, x - _BESIDE, at, "end", width)


def _place(point: Point) -> tuple[float, float]:
    return _x(point.x.value or 0), _y(point.y.value or 0)


def _marks(point: Point) -> list[tuple[float, float]]:
    """Return where the markers of a point are."""
    x, y = _place(point)
    return [(x, y)] if point.strong.value is None else [(x, y), (x, _y(point.strong.value))]


def _fitting(name: str) -> str:
    """Return a name on one line, no longer than there is room for on one side of any point."""
    line = clipped(name, _LONGEST_LABEL)
    while _columns(line) > _LONGEST_LABEL:
        line = clipped(line, len(line) - 1)
    return line


def _columns(text: str) -> int:
    """Return how wide a text is, in letters: those of some scripts are twice as wide as others."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in visible(text))


def _marker(shape: str, x: float, y: float, cls: str) -> Markup:
    r = _MARKER
    if shape == "circle":
        return element("circle", cx=_number(x), cy=_number(y), r=r, cls=cls)
    corners = {
        "cross": tuple((a * dx, a * dy) for a in (1, -1) for dx, dy in _ARM),
        "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        "diamond": ((0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)),
        "triangle": ((0, -1.3), (1.25, 1), (-1.25, 1)),
    }[shape]
    drawn = " ".join(f"{_number(x + r * dx)},{_number(y + r * dy)}" for dx, dy in corners)
    return element("polygon", points=drawn, cls=cls)


def _x(share: float) -> float:
    return _LEFT + _at(share) / 100 * (_WIDTH - _LEFT - _RIGHT)


def _y(share: float) -> float:
    return _HEIGHT - _BOTTOM - _at(share) / 100 * (_HEIGHT - _TOP - _BOTTOM)


def _at(share: float) -> float:
    """Return a share on a scale from 0 to 100, kept on the scale."""
    return min(max(share, 0.0), 1.0) * 100


def _rect(x: float, width: float, cls: str, *, top: float = 0, height: float = 12) -> Markup:
    return element("rect", x=_number(x), y=top, width=_number(width), height=height, cls=cls)


def _line(x1: float, y1: float, x2: float, y2: float, cls: str) -> Markup:
    ends = {"x1": _number(x1), "y1": _number(y1), "x2": _number(x2), "y2": _number(y2)}
    return element("line", **ends, cls=cls, vector_effect="non-scaling-stroke")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _plain(value: object) -> str:
    return visible(str(value))
