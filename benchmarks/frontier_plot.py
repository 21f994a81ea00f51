"""Draws the frontier of docs/design/releases.md: what strong readers left protected, by words and by meaning kept.

Run: python benchmarks/frontier_plot.py              draws docs/design/frontier.svg from docs/design/frontier.toml
     PYTHONPATH=. python benchmarks/frontier_plot.py --readings     prints the figures of training/readings beside it
"""

import argparse
import math
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from itertools import pairwise
from pathlib import Path
from statistics import mean

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "design"
DATA, PICTURE = FOLDER / "frontier.toml", FOLDER / "frontier.svg"

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1e2227; } .axis { fill: #5a616a; } .grid { stroke: #ddd9d0; }
.way { fill: none; stroke: #2b6a5d; stroke-width: 2; } .mask { fill: #b0402a; stroke: #b0402a; }
.level { fill: #2b6a5d; stroke: #2b6a5d; } .model { fill: #41557a; stroke: #41557a; } .interval { stroke-width: 1.2; }
@media (prefers-color-scheme: dark) { text { fill: #e9e7e2; } .axis { fill: #a4abb3; } .grid { stroke: #343a41; } }
"""
WIDTH, HEIGHT = 1080, 470
TOP, BOTTOM = 24, 60
MOST_CPR = 0.8  # the top of the scale
LETTER, LINE = 7.0, 14.0  # width and height of a letter, about
BESIDE = 9.0  # from a point to its name
KINDS = {"mask": "masks", "level": "levels of subjectwise, no model", "model": "with a strong model"}


@dataclass(frozen=True)
class Row:
    """One release, as frontier.toml tells it."""

    name: str
    kind: str
    cpr: float
    rouge_l: float
    documents: int
    date: date
    low: float | None = None
    high: float | None = None
    meaning: float | None = None
    rated: int = 0
    readings: tuple[str, str] | None = None


@dataclass(frozen=True)
class Panel:
    """One picture: CPR by one thing that is kept."""

    left: float
    right: float
    label: str
    field: str
    first: float
    last: float
    steps: tuple[float, ...]

    def x(self, value: float) -> float:
        """Return the place of a value across."""
        return self.left + (value - self.first) / (self.last - self.first) * (self.right - self.left)


PANELS = (
    Panel(60, 620, "words kept (ROUGE-L)", "rouge_l", 0.2, 1.0, (0.2, 0.4, 0.6, 0.8, 1.0)),
    Panel(690, 1060, "meaning kept (1 to 5, blind raters)", "meaning", 2.0, 5.0, (2, 3, 4, 5)),
)


@dataclass(frozen=True)
class Box:
    """A place that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Tell whether two places overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def away(self, x: float, y: float) -> float:
        """Return how far a point is."""
        return math.hypot(max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.bottom))


def rows(path: Path = DATA) -> list[Row]:
    """Return the points of the data file."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))["point"]
    return [Row(**{**one, "readings": tuple(one["readings"]) if "readings" in one else None}) for one in told]


def drawn(points: Sequence[Row]) -> str:
    """Return the picture."""
    parts = [f"<style>{STYLE}</style>"]
    for panel in PANELS:
        parts += [*_axes(panel), *_points(panel, points)]
    parts += _legend()
    told = "; ".join(f"{one.name}: CPR {one.cpr:.2f}, ROUGE-L {one.rouge_l:.2f}" for one in points)
    title = f"<title>{escape(f'What strong readers left protected. {told}')}</title>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    return "\n".join([head, title, *parts, "</svg>"]) + "\n"


def _y(cpr: float) -> float:
    return HEIGHT - BOTTOM - cpr / MOST_CPR * (HEIGHT - BOTTOM - TOP)


def _axes(panel: Panel) -> Iterator[str]:
    for step in panel.steps:
        x = panel.x(step)
        yield f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}"/>'
        yield _text(x, HEIGHT - BOTTOM + 18, f"{step:g}", "middle", "axis")
    for tenths in range(0, int(MOST_CPR * 10) + 1, 2):
        y = _y(tenths / 10)
        yield f'<line class="grid" x1="{panel.left}" y1="{y:.1f}" x2="{panel.right}" y2="{y:.1f}"/>'
        yield _text(panel.left - 8, y + 4, f"{tenths / 10:.1f}", "end", "axis")
    yield _text((panel.left + panel.right) / 2, HEIGHT - BOTTOM + 38, panel.label, "middle", "axis")
    yield _text(panel.left, TOP - 8, "CPR by strong readers", "start", "axis")


def _points(panel: Panel, points: Sequence[Row]) -> Iterator[str]:
    shown = [(one, panel.x(value), _y(one.cpr)) for one in points if (value := getattr(one, panel.field)) is not None]
    way = [(x, y) for one, x, y in shown if one.kind == "level"]
    yield f'<polyline class="way" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in way)}"/>'
    taken = [Box(x - 6, y - 6, x + 6, y + 6) for _, x, y in shown] + list(_along(way))
    for one, x, y in shown:
        if one.low is not None and one.high is not None:
            low, high = _y(one.low), _y(one.high)
            taken.append(Box(x - 1, high, x + 1, low))
            yield f'<line class="{one.kind} interval" x1="{x:.1f}" y1="{low:.1f}" x2="{x:.1f}" y2="{high:.1f}"/>'
        yield f'<circle class="{one.kind}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
    for one, x, y in shown:
        others = [(across, down) for other, across, down in shown if other is not one]
        place, anchor, at = _label(one.name, (x, y), others, taken, panel)
        taken.append(place)
        yield _text(*at, one.name, anchor, "")


def _along(way: Sequence[tuple[float, float]]) -> Iterator[Box]:
    """Yield small places along a line."""
    for (x, y), (right, below) in pairwise(way):
        for share in (step / 20 for step in range(21)):
            at, down = x + share * (right - x), y + share * (below - y)
            yield Box(at - 2, down - 2, at + 2, down + 2)


def _label(
    name: str, point: tuple[float, float], others: Sequence[tuple[float, float]], taken: Sequence[Box], panel: Panel
) -> tuple[Box, str, tuple[float, float]]:
    """Return the free place for a name that is nearest to its point, and nearer to it than to others."""
    (x, y), wide, made = point, LETTER * len(name), []
    for shift in sorted(range(-60, 70, 2), key=abs):
        down = y + 4 + shift
        ways = [("start", x + BESIDE, x + BESIDE), ("end", x - BESIDE, x - BESIDE - wide), ("middle", x, x - wide / 2)]
        made += [(Box(left, down - LINE + 3, left + wide, down + 3), anchor, (at, down)) for anchor, at, left in ways]
    inside = [one for one in made if one[0].left >= panel.left and one[0].right <= panel.right]
    free = [one for one in inside if not any(map(one[0].meets, taken))]
    own = [one for one in free if all(one[0].away(x, y) < 0.8 * one[0].away(*other) for other in others)]
    return (own or free or made)[0]


def _legend() -> Iterator[str]:
    x = PANELS[0].left
    for kind, words in KINDS.items():
        yield f'<circle class="{kind}" cx="{x:.1f}" cy="{HEIGHT - 8}" r="5"/>'
        yield _text(x + BESIDE, HEIGHT - 4, words, "start", "axis")
        x += BESIDE + LETTER * len(words) + 30


def _text(x: float, y: float, words: str, anchor: str, cls: str) -> str:
    named = f' class="{cls}"' if cls else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def of_readings(method: str, which: str) -> tuple[float, float, float, float, int]:
    """Return CPR with its interval, ROUGE-L and the number of documents by the recorded readings of a method."""
    from training.readings import readings

    from gyges.scoring import Alignment, protection, rouge, score_document

    chosen = [
        one
        for one in readings()
        if one.release.method == method and (which == "all" or one.document.id.startswith(("re-", "rf-")))
    ]
    scored = [score_document(one.document, one.finding, release=one.release, who=Alignment(one.who)) for one in chosen]
    cpr = protection(scored)["cpr"]
    if cpr.value is None or cpr.low is None or cpr.high is None:
        raise SystemExit(f"there are no readings of '{method}' ({which})")
    kept = mean(rouge(one.document.text, one.release.text).rouge_l for one in chosen)
    return cpr.value, cpr.low, cpr.high, kept, len({one.document.id for one in chosen})


def main() -> None:
    """Draw the picture, or print what the recorded readings say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readings", action="store_true", help="print the figures of training/readings")
    if not parser.parse_args().readings:
        PICTURE.write_text(drawn(rows()), encoding="utf-8")
        return
    for one in rows():
        if one.readings is not None:
            cpr, low, high, kept, documents = of_readings(*one.readings)
            told = f"cpr {cpr:.3f} [{low:.3f}-{high:.3f}]  rouge_l {kept:.3f}  documents {documents}"
            sys.stdout.write(f"{one.name:26}{told}   (file: {one.cpr}, {one.rouge_l}, {one.documents})\n")


if __name__ == "__main__":
    main()
