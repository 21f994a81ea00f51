"""The spread of distances over records, drawn: how many records give everything away, and where the link failed."""

from collections.abc import Sequence

from markupsafe import Markup

from gyges.reports._figures import Table
from gyges.reports._plain import number
from gyges.reports._svg import element
from gyges.scoring.semantic import DistanceBin

__all__ = ["histogram", "histogram_table"]

_WIDTH, _HEIGHT, _FOOT = 400, 120, 18
_KINDS = {"right": "leak", "wrong": "kept", "unknown": "people"}
_HEADS = {"right": "Link right", "wrong": "Link wrong", "unknown": "No own release"}


def histogram(bins: Sequence[DistanceBin]) -> Markup | None:
    """Draw how many records have which distance, stacked by whether the link was right; None without any record."""
    most = max((one.records for one in bins), default=0)
    if not most:
        return None
    wide, tall = _WIDTH / len(bins), _HEIGHT - _FOOT
    told = "; ".join(f"{one.low:.1f} to {one.high:.1f}: {_told(one)}" for one in bins if one.records)
    parts = [element("title", f"Records by distance. {told}")]
    for place, one in enumerate(bins):
        top = float(tall)
        for kind, colour in _KINDS.items():
            height = getattr(one, kind) / most * (tall - _FOOT)
            top -= height
            if height:
                box = {"x": f"{place * wide + 2:.1f}", "y": f"{top:.1f}", "width": f"{wide - 4:.1f}"}
                parts.append(element("rect", **box, height=f"{height:.1f}", cls=f"bar {colour}"))
        if one.records:
            parts.append(_word(place * wide + wide / 2, top - 4, number(one.records)))
        parts.append(_word(place * wide, _HEIGHT - 4, f"{one.low:.1f}", "start"))
    return element("svg", *parts, cls="histogram", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img")


def histogram_table(rows: Sequence[tuple[str, Sequence[DistanceBin]]]) -> Table | None:
    """Return the same in numbers, one row a release: records by distance, of them those whose link was wrong."""
    drawn = [(name, bins) for name, bins in rows if any(one.records for one in bins)]
    if not drawn:
        return None
    heads = tuple(f"{one.low:.1f}–{one.high:.1f}" for one in drawn[0][1])
    return Table(("Method", *heads), tuple((name, *(_cell(one) for one in bins)) for name, bins in drawn))


def _cell(one: DistanceBin) -> str:
    return f"{number(one.records)} ({number(one.wrong)} wrong)" if one.wrong else number(one.records)


def _told(one: DistanceBin) -> str:
    return ", ".join(f"{_HEADS[kind].lower()} {getattr(one, kind)}" for kind in _KINDS if getattr(one, kind))


def _word(x: float, y: float, text: str, anchor: str = "middle") -> Markup:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, cls="label")
