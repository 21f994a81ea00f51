import math

import pytest

from gyges.reports import AuditView, render_html, render_markdown, tables_csv
from gyges.reports._figures import Figure, leak
from gyges.reports._limits import limits
from gyges.reports._plain import clipped, label, number, percent, points
from gyges.reports._tables import all_figures
from gyges.reports._verdict import verdict
from gyges.scoring import RateRow
from reports import samples
from reports.page import Page


def _words(*audits: AuditView) -> str:
    return " ".join(Page(render_html(audits)).words.split())


def _all_judged() -> AuditView:
    results = samples.masked().results
    coverage = results.coverage.model_copy(update={"unscored": 0})
    return AuditView("masked", results.model_copy(update={"coverage": coverage}))


def test_the_headline_says_facts_people_share_control_and_what_was_before() -> None:
    words = _words(_all_judged())
    said = "28 % stay protected from this reader, up from 9 % with the original texts."
    assert f"Of 24 facts about 8 people, {said}" in words
    assert "A guesser who never saw the text would leave 74 % protected; 46 points" in words


def test_an_excess_that_may_be_nothing_is_not_claimed() -> None:
    assert "is not shown (95\u00a0% interval of the difference −4 to +14 points)." in verdict(samples.rewritten())[1]


def test_a_reader_worse_than_a_guess_proves_nothing() -> None:
    audit = _all_judged()
    metrics = {**audit.results.metrics, "cpr": samples.rate(0.99, 24), "excess_leak": samples.rate(-0.25, 24, floor=-1)}
    metrics["excess_leak"] = metrics["excess_leak"].model_copy(update={"high": -0.2})
    words = _words(AuditView("masked", audit.results.model_copy(update={"metrics": metrics})))
    assert (
        "less than this reader: this reader is too weak to say anything about these texts, and that so much stays"
        in words
    )
    assert "this reader did worse than that guess" in words


def test_without_a_control_the_report_says_so() -> None:
    audit = samples.masked()
    metrics = {"cpr": audit.results.metrics["cpr"]}
    bare = AuditView("bare", audit.results.model_copy(update={"metrics": metrics, "controls": {}}))
    assert "No control was run" in _words(bare)


def test_sections_without_figures_are_left_out() -> None:
    audit = samples.masked()
    plain = audit.results.model_copy(update={"spans": None, "utility": None, "combination": None, "agreement": None})
    page = Page(render_html([AuditView("plain", plain)]))
    assert not {"comparison", "trade-off", "spans"} & set(page.ids)


def test_spans_gone_and_people_not() -> None:
    assert "94 % of the words marked for masking are gone; 28 % of the facts about people are protected." in _words(
        samples.masked()
    )


def test_every_failed_document_is_named_with_stage_and_reason() -> None:
    words = _words(samples.masked())
    assert "1 failed document" in words
    assert "lost-99 attack GY306 the answer did not fit: 'Zebulon <b>'" in words


def test_what_failed_is_never_called_protected() -> None:
    words = _words(samples.masked())
    assert "Could not be scored, and so not protected: Name." in words
    assert "Protected: Phone number (no guess)." in words


def test_empty_results_and_no_audit_at_all_give_a_page() -> None:
    empty = AuditView("nothing", samples.empty())
    words = _words(empty)
    assert "documents were attacked and scored. These results say nothing about privacy, neither good nor bad." in words
    assert "There are no people in these results." in words
    assert "nan" not in words.lower().replace("finance", "")
    assert "No audit was given" in _words()
    assert "No audit was given" in render_markdown([])
    assert render_markdown([empty])
    assert tables_csv([]).keys() == {"metrics", "by_tag", "people"}


def test_a_missing_rate_is_a_dash() -> None:
    assert percent(None) == number(None) == points(None) == str(Figure()) == Figure().interval == "–"
    assert percent(math.nan) == "–"
    assert leak(RateRow(value=math.nan)) == Figure()
    rows = all_figures(samples.masked().results.model_copy(update={"metrics": {"cpr": RateRow(value=None)}}))
    assert rows is not None
    assert rows.rows[0][1:] == ("–", "–", "–")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0 %"), (0.001, "<1 %"), (0.614, "61 %"), (0.9999, ">99 %"), (1.0, "100 %"), (-0.2, "−20 %")],
)
def test_shares_never_round_to_a_promise(value: float, text: str) -> None:
    assert percent(value).replace("\u00a0", " ") == text


def test_words_for_names_and_long_lines() -> None:
    assert label("PHONE_NUMBER") == "Phone number"
    assert label("rouge_l") == "Rouge l"
    assert clipped("a  b\nc" * 10, 6) == "a b c…"
    assert Figure(0.6, 0.5, 0.998).ends == "50 to >99"
    assert Figure(0.6, 0.5, 0.7).both == "60\u00a0% [50–70]"


def test_limits_name_the_audits_they_hold_for() -> None:
    said = limits([samples.masked(), samples.rewritten()])
    assert any("rules and tables" in one and one.endswith("(Holds for: masked.)") for one in said)
    assert any(one.startswith("Nobody annotated") and "rewritten" in one for one in said)
    assert any("no acquaintance with the person. Who has such knowledge gets further." in one for one in said)
    assert not any("Holds for" in one for one in limits([samples.masked()]))


def test_tables_are_csv_and_no_formulas() -> None:
    audit = samples.masked()
    named = AuditView("=cmd|' /C calc'!A0", audit.results)
    tables = tables_csv([named])
    assert tables["metrics"].splitlines()[0] == "audit,group,name,value,low,high,numerator,denominator"
    assert all(line.startswith("'=cmd") for line in tables["by_tag"].splitlines()[1:])
    assert ",3,forum-12,0,yes,5,5,0,4.5,0.9,1," in tables["people"]
    (lost,) = [line.split(",") for line in tables["people"].splitlines() if "lost-99" in line]
    assert (lost[6], lost[9]) == ("0", "1.0")  # nothing scored, so all of it counts as leaked
