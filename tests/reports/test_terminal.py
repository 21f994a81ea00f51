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


def test_utility_worst_and_its_tail_are_in_the_tables() -> None:
    protected, left = (table for _, table in terminal_tables([samples.masked()]))
    cells = dict(zip(protected.head, protected.rows[0], strict=True))
    assert cells["worst"] == "10%"
    assert cells["worst 5 %"] == "10%"
    assert "ROUGE-L" in left.head
    assert "hallucination" not in " ".join(left.head)


@pytest.mark.parametrize("audit", [samples.masked(), samples.rewritten()])
def test_finding_and_control_are_the_sentences_of_the_page(audit: AuditView) -> None:
    finding = terminal_lines(audit)[0].removeprefix(f"{audit.name}: ")
    page = " ".join(Page(render_html([audit])).words.split())
    assert " ".join(finding.split()) in page


@pytest.mark.parametrize(
    ("truth", "said"), [("self-labelled", "Nobody annotated these texts."), ("mixed", "Only some"), ("annotated", "")]
)
def test_a_truth_that_nobody_annotated_is_explained(truth: str, said: str) -> None:
    audit = AuditView("m", samples.masked().results.model_copy(update={"truth": truth}))
    last = terminal_lines(audit)[-1]
    assert last.startswith(said) if said else "annotated these" not in last


def test_a_reader_beaten_by_a_guess_is_called_too_weak() -> None:
    results = samples.masked().results
    beaten = RateRow(value=-0.1, low=-0.2, high=-0.05, denominator=24)
    audit = AuditView("m", results.model_copy(update={"metrics": {**results.metrics, "excess_leak": beaten}}))
    assert "less than this reader does: this reader is too weak to say anything" in terminal_lines(audit)[0]


def test_guesses_about_authors_have_a_table_of_their_own() -> None:
    results = samples.masked().results
    guesses = {f"top_{n}": RateRow(value=n / 4, low=0.1, high=0.998, denominator=24) for n in (1, 2, 3)}
    author = AuditView("m", results.model_copy(update={"metrics": {**results.metrics, **guesses}}))
    tables = dict(terminal_tables([author, samples.rewritten()]))
    table = tables["Author attributes guessed right (less is better)"]
    assert table.head == ("release", "top 1", "top 2", "top 3")
    assert table.rows == (("m", "25% [10 to >99]", "50% [10 to >99]", "75% [10 to >99]"),)
    assert len(terminal_tables([samples.masked()])) == len(tables) - 1


@pytest.mark.parametrize(("open_", "scored", "bounded"), [(None, 22, True), (1, 23, True), (0, 24, False)])
def test_facts_that_cannot_have_leaked_need_no_score(open_: int | None, scored: int, bounded: bool) -> None:
    results = samples.masked().results
    coverage = results.coverage.model_copy(update={"facts": 24, "unscored": 2, "open": open_})
    cpr = RateRow(value=0.5, all_leaked=0.5, none_leaked=0.6, denominator=24)
    audit = AuditView("m", results.model_copy(update={"coverage": coverage, "metrics": {"cpr": cpr}}))
    said = " ".join(terminal_lines(audit))
    assert f"{scored} of 24 facts scored" in said
    assert ("What could not be scored counts as leaked: CPR is 50\u00a0% if all" in said) == bounded
    assert f"{24 - scored} of 24 facts could not be scored" in " ".join(Page(render_html([audit])).words.split())
    assert f"{24 - scored} of 24 facts could not be scored" in render_markdown([audit])


def test_results_without_any_figure_can_be_printed() -> None:
    assert terminal_tables([AuditView("empty", samples.empty())])
    assert "No fact could be scored." in terminal_lines(AuditView("empty", samples.empty()))[0]
    assert terminal_tables([])[0][1].rows == ()
