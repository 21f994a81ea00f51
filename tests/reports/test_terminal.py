"""The terminal says what the page says."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reports import AuditView, render_html, render_markdown, terminal_lines, terminal_tables
from gyges.scoring import RateRow
from reports import samples
from reports.page import Page


def _shown(audit: AuditView) -> str:
    cells = [cell for _, table in terminal_tables([audit]) for row in (table.head, *table.rows) for cell in row]
    return " | ".join([*cells, *terminal_lines(audit)]).replace("\u00a0", " ")


@given(st.floats(0.9901, 0.99999) | st.floats(0.00001, 0.0099))
def test_no_share_is_rounded_to_all_or_nothing(share: float) -> None:
    row = RateRow(value=share, denominator=10)
    results = samples.masked().results
    every = dict.fromkeys(("cpr", "ipr", "aac", "prior_cpr"), row)
    audit = AuditView(
        "m",
        results.model_copy(
            update={
                "metrics": every,
                "spans": {"recall": row, "er_direct": row},
                "utility": {"rouge_l": row},
                "controls": {},
                "coverage": results.coverage.model_copy(update={"unscored": 0}),
            }
        ),
    )
    assert not re.search(r"(?<![\d>–])(?:100|0) ?%", _shown(audit))
    assert not re.search(r"\| (?:100|0) %", render_markdown([audit]).replace("\u00a0", " ").split("## Protected")[0])


@pytest.mark.parametrize("audit", [samples.masked(), samples.rewritten()])
def test_terminal_and_page_answer_with_the_same_sentences(audit: AuditView) -> None:
    page = " ".join(Page(render_html([audit])).words.split())
    first, *lines = terminal_lines(audit)
    for line in (first.removeprefix(f"{audit.name}: "), *lines):
        assert " ".join(line.split()) in page or "\u202e" in line  # which the page makes visible


@pytest.mark.parametrize("truth", ["self-labelled", "mixed", "annotated"])
def test_where_the_truth_comes_from_stands_beside_the_figure(truth: str) -> None:
    audit = AuditView("m", samples.masked().results.model_copy(update={"truth": truth}))
    assert f"truth: {truth}" in terminal_lines(audit)[1]


def test_a_reader_beaten_by_a_guess_shows_nothing() -> None:
    results = samples.masked().results
    beaten = RateRow(value=-0.1, low=-0.2, high=-0.05, denominator=24)
    whole = results.coverage.model_copy(update={"unscored": 0})
    metrics = {"cpr": results.metrics["cpr"], "excess_leak": beaten}
    audit = AuditView("m", results.model_copy(update={"metrics": metrics, "coverage": whole}))
    first = terminal_lines(audit)[0]
    assert first.startswith("m: Not shown to be safe: a guesser who never saw the text tells more than this reader")


def test_guesses_about_authors_have_a_table_of_their_own() -> None:
    results = samples.masked().results
    guesses = {f"top_{n}": RateRow(value=n / 4, low=0.1, high=0.998, denominator=24) for n in (1, 2, 3)}
    author = AuditView("m", results.model_copy(update={"metrics": {**results.metrics, **guesses}}))
    tables = dict(terminal_tables([author, samples.rewritten()]))
    table = tables["Author attributes guessed right (less is better)"]
    assert table.head == ("release", "top 1", "top 2", "top 3")
    assert table.rows == (("m", "25% [10 to >99]", "50% [10 to >99]", "75% [10 to >99]"),)
    assert len(terminal_tables([samples.masked()])) == len(tables) - 1


def test_terminal_page_and_markdown_tell_what_became_of_all_facts_in_one_sum() -> None:
    said = "24 facts: 8.5 told, 13.5 protected, 2 could not be judged and count as leaked"
    results = samples.masked().results
    counts = {"facts": 24, "told": 8.5, "protected": 13.5, "unscored": 2}
    cpr = RateRow(value=0.5, all_leaked=0.5, none_leaked=0.6, denominator=24)
    coverage = results.coverage.model_copy(update=counts)
    audit = AuditView("m", results.model_copy(update={"coverage": coverage, "metrics": {"cpr": cpr}}))
    lines = " ".join(terminal_lines(audit))
    assert said in lines
    assert " ".join(Page(render_html([audit])).words.split()).count(said) == 3  # first, among the figures, and below
    assert said in render_markdown([audit])


def test_an_older_file_says_what_could_not_be_judged() -> None:
    assert "6 of 24 facts could not be judged" in " ".join(terminal_lines(_judged(18)))


def _judged(count: int) -> AuditView:
    results = samples.masked().results
    coverage = results.coverage.model_copy(update={"facts": 24, "unscored": 24 - count})
    return AuditView("m", results.model_copy(update={"coverage": coverage}))


def test_releases_without_an_original_and_what_was_accepted_are_told_everywhere() -> None:
    results = samples.masked().results
    coverage = results.coverage.model_copy(update={"unknown_releases": ["stray-7", "stray-8"]})
    audit = AuditView("m", results.model_copy(update={"coverage": coverage, "accepted": ["unknown-ids"]}))
    lines, page = " ".join(terminal_lines(audit)), " ".join(Page(render_html([audit])).words.split())
    hidden = Page(render_html([audit], show_text=False)).words
    for words in (lines, page, hidden, render_markdown([audit])):
        assert "2 released texts have an id that no original has" in " ".join(words.split())
        assert "unknown-ids" in words
    assert "stray-7, stray-8" in lines
    assert "stray-7, stray-8" in page
    assert "stray-7" not in hidden
    assert "stray-7" not in render_markdown([audit])


def test_results_without_any_figure_can_be_printed() -> None:
    assert terminal_tables([AuditView("empty", samples.empty())]) == ()
    assert "is not known" in terminal_lines(AuditView("empty", samples.empty()))[1]
