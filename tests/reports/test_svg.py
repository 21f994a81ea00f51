from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reports._figures import Figure
from gyges.reports._svg import Point, bar, scatter

share = st.none() | st.floats(-0.5, 1.5)
figures = st.builds(Figure, share, share, share, st.none() | st.integers(0, 99))


def _read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314  # our own output


@given(figures, st.text(), share, figures, st.booleans())
def test_a_bar_is_well_formed_and_the_same_every_time(
    figure: Figure, title: str, mark: float | None, strong: Figure, grid: bool
) -> None:
    drawn = bar(figure, title, mark=mark, strong=strong, grid=grid)
    assert drawn == bar(figure, title, mark=mark, strong=strong, grid=grid)
    root = _read(drawn)
    assert root.tag == "svg"
    assert root[0].tag == "title"
    for line in root.iter("line"):
        assert all(0 <= float(line.attrib[end]) <= 100 for end in ("x1", "x2"))


@given(st.lists(st.builds(Point, st.text(), figures, figures, figures), max_size=12), share)
def test_a_scatter_is_well_formed_and_stays_in_its_frame(points: list[Point], control: float | None) -> None:
    drawn = scatter(points, x_label="utility <", y_label="privacy &", control=control)
    assert drawn == scatter(points, x_label="utility <", y_label="privacy &", control=control)
    root = _read(drawn)
    for circle in root.iter("circle"):
        assert 0 <= float(circle.attrib["cx"]) <= 640
        assert 0 <= float(circle.attrib["cy"]) <= 400


@given(
    st.lists(
        st.builds(
            Point,
            st.text("aW漢\u202e ", min_size=1, max_size=40),
            st.builds(Figure, st.floats(0, 1)),
            st.builds(Figure, st.floats(0, 1)),
        ),
        min_size=1,
        max_size=9,
    ),
    st.none() | st.floats(0, 1),
)
def test_no_label_leaves_the_plot(points: list[Point], control: float | None) -> None:
    root = _read(scatter(points, x_label="x", y_label="y", control=control))
    for text in root.iter("text"):
        if text.attrib["class"] in ("label", "control-label"):
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            width = 9.5 * sum(2 if char == "漢" else 1 for char in text.text or "")  # of a bold letter of 15 px
            start, end = (x - width, x) if text.attrib.get("text-anchor") == "end" else (x, x + width)
            assert start >= 62
            assert end <= 622
            assert y - 11 >= 14
            assert y <= 344


def test_a_bar_has_its_value_and_its_whiskers() -> None:
    root = _read(bar(Figure(0.61, 0.57, 0.65), "61 %", mark=0.34))
    assert [rect.attrib["width"] for rect in root.iter("rect")] == ["100", "61"]
    ends = {line.attrib["x1"] for line in root.iter("line") if line.attrib["class"] == "whisker"}
    assert ends == {"57", "65"}
    assert [line.attrib["x1"] for line in root.iter("line") if line.attrib["class"] == "control"] == ["34"]


def test_only_what_a_strong_reader_leaves_is_drawn_full() -> None:
    drawn = str(bar(Figure(0.83), "mask", strong=Figure(0.39)))
    assert 'class="bar kept pale"' in drawn
    assert 'class="bar kept"' in drawn
    assert "pale" not in str(bar(Figure(0.83), "mask"))
    assert "pale" not in str(bar(Figure(0.3), "mask", strong=Figure(0.39)))


def test_methods_differ_by_shape_and_name_not_by_colour_alone() -> None:
    points = [Point(name, Figure(0.5), Figure(0.5)) for name in "abcde"]
    root = _read(scatter(points, x_label="x", y_label="y"))
    shapes = {
        f"{e.tag}{e.attrib.get('points', '')}" for e in root.iter() if "point" in e.attrib.get("class", "").split()
    }
    assert len(shapes) == 5
    labels = [e for e in root.iter("text") if e.attrib["class"] == "label"]
    assert [label.text for label in labels] == list("abcde")
    for side in ("start", "end"):
        heights = sorted(float(label.attrib["y"]) for label in labels if label.attrib["text-anchor"] == side)
        assert all(two - one >= 16 for one, two in pairwise(heights))


@pytest.mark.parametrize("figure", [Figure(), Figure(0.0, 0.0, 0.0), Figure(1.0)])
def test_edges_are_drawn(figure: Figure) -> None:
    assert _read(bar(figure, "")).tag == "svg"
