"""A plot of named shares, one below the other. It carries its colours with it, as a notebook has no style of ours."""

from collections.abc import Sequence

from markupsafe import Markup

from gyges.reports._figures import Bar
from gyges.reports._plain import clipped
from gyges.reports._svg import element

__all__ = ["row_plot"]

_WIDTH, _ROW, _LEFT, _RIGHT = 640, 22, 210, 70
_LONGEST_LABEL = 32
_BAR, _WHISKER, _GUESS = "#5a9a8c", "currentColor", "#b0402a"


def row_plot(rows: Sequence[Bar], told: str, *, mark: float | None = None) -> Markup:
    """Draw shares as bars with their intervals as whiskers.

    Args:
        rows: The shares; one without a value is named, and nothing is drawn for it.
        told: What is drawn, for the caption and for screen readers.
        mark: A share drawn as a dashed line across all of them: the control.
    """
    height = _ROW * len(rows) + 24
    parts = [element("title", told)]
    for place, row in enumerate(rows):
        parts += _row(row, _ROW * place)
    if mark is not None:
        parts.append(_line(_x(mark), 0, _x(mark), _ROW * len(rows), _GUESS, stroke_dasharray="4 3"))
    parts.append(element("text", told, x=0, y=height - 6, font_size=11, fill="currentColor", opacity=0.7))
    size = {"width": _WIDTH, "height": height, "viewBox": f"0 0 {_WIDTH} {height}"}
    return element("svg", *parts, **size, xmlns="http://www.w3.org/2000/svg", role="img", font_family="sans-serif")


def _row(row: Bar, top: int) -> list[Markup]:
    middle = top + _ROW / 2
    write = {"y": middle + 4, "font_size": 12, "fill": "currentColor"}
    figure = row.figure
    parts = [
        element("text", clipped(row.name, _LONGEST_LABEL), x=_LEFT - 8, text_anchor="end", **write),
        element("text", row.note or str(figure), x=_WIDTH - _RIGHT + 8, **write),
        _line(_LEFT, middle, _WIDTH - _RIGHT, middle, "currentColor", opacity=0.15),
    ]
    if figure.value is not None:
        width = f"{_x(figure.value) - _LEFT:.1f}"
        parts.append(element("rect", x=_LEFT, y=top + 5, width=width, height=_ROW - 10, fill=_BAR))
    if figure.value is not None and figure.low is not None and figure.high is not None:
        parts.append(_line(_x(figure.low), middle, _x(figure.high), middle, _WHISKER))
        parts += [_line(_x(end), middle - 4, _x(end), middle + 4, _WHISKER) for end in (figure.low, figure.high)]
    return parts


def _x(share: float) -> float:
    return _LEFT + min(max(share, 0.0), 1.0) * (_WIDTH - _LEFT - _RIGHT)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, **more: object) -> Markup:
    ends = {name: f"{value:.1f}" for name, value in (("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2))}
    return element("line", **ends, stroke=colour, **more)
