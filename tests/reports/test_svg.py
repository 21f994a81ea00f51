from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reports._figures import Figure
from gyges.reports._svg import bar, front, plot_points, trade_off_plot

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


@given(st.lists(st.tuples(st.text(), figures, figures, figures), max_size=12), share)
def test_the_picture_is_well_formed_and_stays_in_its_frame(
    methods: list[tuple[str, Figure, Figure, Figure]], control: float | None
) -> None:
    points = plot_points(methods)
    drawn = trade_off_plot(points, x_label="utility <", control=control)
    assert drawn == trade_off_plot(points, x_label="utility <", control=control)
    root = _read(drawn)
    for circle in root.iter("circle"):
        assert 0 <= float(circle.attrib["cx"]) <= 640
        assert 0 <= float(circle.attrib["cy"]) <= 400
    numbers = {text.text for text in root.iter("text") if not text.attrib.get("class")}
    assert numbers == {str(point.number) for point in points}  # each stands in the list beside the picture


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


@pytest.mark.parametrize("figure", [Figure(), Figure(0.0, 0.0, 0.0), Figure(1.0)])
def test_edges_are_drawn(figure: Figure) -> None:
    assert _read(bar(figure, "")).tag == "svg"


SHARES = st.floats(0, 1, allow_nan=False)
POINTS = st.lists(st.tuples(SHARES, SHARES), max_size=12)


@given(POINTS)
def test_every_point_is_on_the_front_or_beaten_by_one_that_is(points: list[tuple[float, float]]) -> None:
    best = front(points)
    for number, point in enumerate(points):
        beaten = [
            other for i in best if (other := points[i]) != point and other[0] >= point[0] and other[1] >= point[1]
        ]
        assert (number in best) == (not beaten)


def test_two_methods_that_are_the_same_are_both_on_the_front() -> None:
    assert front([(0.5, 0.5), (0.5, 0.5)]) == {0, 1}
