"""How many people fit, as the page and the terminal say it."""

from gyges.reports import AuditView, render_html, terminal_lines
from gyges.scoring import AnonymityRow, PersonSetRow, RangeRow
from reports import samples
from reports.page import Page

HIDDEN = "zqxj"


def _people() -> AnonymityRow:
    ten = RangeRow(value=12.3, low=4, high=130)
    world = RangeRow(value=5_432_100, low=1_000_000, high=9_000_000)
    shared = {"world": world, "country": RangeRow(value=480, low=100, high=900)}
    named = PersonSetRow(
        document="note-21", id="0", size=1, direct=["NAME"], people=ten, scope="world", at_most=9, world=world
    )
    hidden = PersonSetRow(
        document="court-07",
        id="0",
        size=12.3,
        besides=["AFFILIATION"],
        unscored=2,
        people=ten,
        scope="place",
        at_most=700,
        place=ten,
        counted=["AGE", "LOCATION"],
        not_counted=[{"tag": "LOCATION", "value": f"{HIDDEN} lane"}],
        **shared,
    )
    return AnonymityRow(
        risk=samples.rate(0.54, 2),
        few=samples.rate(1.0, 2),
        few_below=20,
        controls={name: samples.rate(0.25, 2) for name in ("original_risk", "original_few", "prior_risk", "prior_few")},
        people=[named, hidden],
    )


def _audit() -> AuditView:
    audit = samples.masked()
    return AuditView(audit.name, audit.results.model_copy(update={"anonymity": _people()}), audit.texts)


def test_the_page_says_how_many_people_fit_and_how_rough_that_is() -> None:
    words = Page(render_html([_audit()])).words
    for said in ("fewer than 20 people fit", "4 to 130", "700", "480 in the country", "5.4 million in the world"):
        assert said in words
    assert f"{HIDDEN} lane" in words
    assert "2 unscored, taken as told" in words
    assert "as if facts were independent" in words


def test_who_is_told_outright_is_counted_and_not_estimated() -> None:
    words = Page(render_html([_audit()])).words
    assert "told outright, by a name or a number 1" in " ".join(words.split())


def test_without_text_values_and_names_of_the_sets_are_left_out() -> None:
    html = render_html([_audit()], show_text=False)
    assert "How many people fit" in html
    assert HIDDEN not in html


def test_the_terminal_says_the_same_with_its_controls() -> None:
    lines = " ".join(terminal_lines(_audit()))
    assert "fewer than 20 for" in lines
    assert "25\u00a0% and 25\u00a0% with the original texts" in lines
    assert "not named outright: 12." in lines


def test_results_that_do_not_say_are_silent() -> None:
    assert "People who fit" not in " ".join(terminal_lines(samples.masked()))
    assert "How many people fit" not in render_html([samples.masked()])
