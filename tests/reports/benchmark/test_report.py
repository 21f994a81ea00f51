import csv
import io
import re
from typing import Any

import pytest

from gyges.reports.benchmark import (
    benchmark_csv,
    benchmark_html,
    benchmark_markdown,
    benchmark_terminal,
)
from gyges.reports.benchmark._tables import cost_words, main_table, short_name
from reports.benchmark.files import NASTY, benchmark, cell, usual
from reports.page import Page
from reports.samples import rate


def _words(text: str) -> str:
    return " ".join(Page(text).words.split())


def test_the_page_says_who_keeps_most_and_what_a_guess_would() -> None:
    words = _words(benchmark_html(usual()))
    assert "Against rules, subjectwise protects most facts about people: CPR 90 %" in words
    assert "A guess without the text leaves 74 % protected" in words
    assert "worse takes away 94 % of the marked words and protects 35 % of the facts." in words


def _strong(row: dict[str, Any], value: float, *, read: bool = False) -> dict[str, Any]:
    """A cell with what a strong reader leaves: estimated, or read."""
    results = row["results"]
    results["metrics"]["strong_cpr"] = rate(value + 0.05, 20).model_dump()
    results["strong"] = {"by": {"make": "light-1"}}
    if read:
        results["metrics"]["read_cpr"] = rate(value, 20).model_dump()
        results["strong"]["read"] = {"by": "recorded:x", "documents": 3, "of": 4}
    return row


def test_the_widest_gap_is_told_by_the_strong_reader_and_says_how_that_is_known() -> None:
    rows: list[dict[str, Any]] = [cell("mask", 0.9, 0.8), cell("worse", 0.8, 0.7)]
    estimated = _words(benchmark_html(benchmark(*(_strong(row, 0.35) for row in rows))))
    assert "protects 90 % of the facts from rules; from a strong reader it protects 40 % [34–46] (estim" in estimated
    assert "from a strong reader: estimated; the pale line" in estimated
    file = benchmark(_strong(rows[0], 0.35, read=True), _strong(rows[1], 0.1))
    page = _words(benchmark_html(file))
    assert "from a strong reader it protects 35 % [29–41] (who read 3 of 4 documents)." in page
    assert "as read for mask, estimated for the rest" in page
    ((tables, _),) = benchmark_terminal(file)
    strong = [line[3] for line in tables[0][1].rows]
    assert strong == ["35% [29–41] read\u00a03/4", "15% [9–21]"]


def test_the_strong_figure_is_drawn_hollow_for_every_method_that_has_one() -> None:
    page = benchmark_html(benchmark(_strong(cell("mask", 0.9, 0.8), 0.35), cell("worse", 0.8, 0.7)))
    assert page.count('class="strong-point"') == 1
    assert page.count('class="tick-strong"') == 1
    assert 'class="strong-point"' not in benchmark_html(usual())


def test_the_ends_of_the_scale_win_nothing() -> None:
    table = main_table(usual(), usual().datasets[0], "rules")
    assert {table.blocks[0].rows[row][0] for row, _ in table.blocks[0].best} == {"mask", "worse", "subjectwise"}


def test_the_front_is_marked_and_a_beaten_method_is_not() -> None:
    page = benchmark_html(usual())
    assert re.search(r"<g class=\"spot on-front\"><title>mask</title>", page)
    assert re.search(r"<g class=\"spot\"><title>worse</title>", page)


def test_published_rows_stand_in_a_block_of_their_own_that_says_so() -> None:
    page = benchmark_html(usual(reference="spia-tab"))
    assert '<tbody class="published">' in page
    words = _words(page)
    assert "Published (SPIA, Table 4): other attacker, other prompts, other run" in words
    assert "Longformer" in words
    assert "not comparable line by line" in words


def test_published_rows_stand_beside_the_first_attacker_only() -> None:
    file = benchmark(cell("mask", 0.4, 0.8), cell("mask", 0.3, 0.8, attacker="tiny"), reference="spia-tab")
    kinds = [[block.kind for block in main_table(file, file.datasets[0], name).blocks] for name in ("rules", "tiny")]
    assert kinds == [["measured", "control", "published"], ["measured", "control"]]


def test_a_source_named_by_the_plan_is_printed_with_what_to_know_about_it() -> None:
    words = _words(benchmark_html(usual(references=["xin"])))
    assert "Sanitize and paraphrase" in words
    assert "Coherence is a rating from 1 to 5" in words


def test_attackers_are_compared_with_each_other_and_with_the_published_correlation() -> None:
    rank = {"dataset": "own", "attackers": "rules ~ http://127.0.0.1:1/v1#m", "methods": 3, "cpr": 0.5, "ipr": None}
    for text in (_words(benchmark_html(usual(ranks=[rank]))), benchmark_markdown(usual(ranks=[rank]))):
        words = text.replace("|", " ")
        assert "rules and m own 3 0.500 too few methods" in " ".join(words.split())
        assert "GPT-4.1 and Claude-Haiku-4.5" in words


def test_the_spread_over_seeds_is_shown() -> None:
    seeds = [cell(f"dp seed {n}", 0.2 * n, 0.5, title="dp", seed=n) for n in (1, 2)]
    words = _words(benchmark_html(benchmark(*seeds)))
    assert "Over seeds" in words
    assert "30 % [20 % to 40 %]" in words


def test_what_releases_cost_is_told_a_document() -> None:
    cost = {"calls": 30, "cached_calls": 0, "input_tokens": 50_000, "output_tokens": 10_000, "usd": None}
    (row,) = benchmark(cell("subjectwise", 0.9, 0.7, cost=cost)).cells
    assert cost_words(row) == "6.0 calls each, 12,000 tokens each"


def test_which_differences_hold_is_said_on_the_page_in_markdown_and_in_the_terminal() -> None:
    ends = {"low": 0.1, "high": 0.3, "numerator": 2, "denominator": 10, "documents": 10, "pairs_of_seeds": 4}
    holds = {"value": 0.2, **ends, "least": 0.15, "most": 0.25, "survives": True}
    turns = {"value": 0.2, **ends, "least": -0.05, "most": 0.25, "survives": False}
    row = {"dataset": "own", "attacker": "rules", "one": "mask", "two": "dp", "cpr": holds, "ipr": turns}
    file = usual(differences=[row])
    for text in (_words(benchmark_html(file)), benchmark_markdown(file)):
        assert "Which differences hold" in text
        assert "+15 to +25" in text
        assert "−5 to +25" in text
    said = [line for _, lines in benchmark_terminal(file) for line in lines]
    assert "Of 1 differences of CPR between methods, 1 hold over documents and seeds." in said


def test_failures_are_listed_with_ids_and_codes() -> None:
    one = cell("mask", 0.4, 0.8)
    results = one["results"]
    assert isinstance(results, dict)
    results["coverage"]["failed"] = [{"id": "doc-7", "stage": "release", "reason": "GY501"}]
    for text in (_words(benchmark_html(benchmark(one))), benchmark_markdown(benchmark(one))):
        assert "doc-7" in text
        assert "GY501" in text
        assert "Documents failed for: mask on own" in text


def test_what_was_left_out_is_said() -> None:
    left = [{"what": "presidio on own", "reason": "GY202 it needs the extra 'presidio'"}]
    for text in (_words(benchmark_html(usual(left_out=left))), benchmark_markdown(usual(left_out=left))):
        assert "presidio on own" in text


def test_names_from_a_plan_steer_neither_page_nor_table() -> None:
    file = benchmark(cell(NASTY, 0.4, 0.8), cell("=HYPERLINK(1)", 0.5, 0.8), name=NASTY)
    assert "<script>" not in benchmark_html(file)
    table = benchmark_markdown(file)
    assert "<script>" not in table
    line = next(line for line in table.splitlines() if "alert" in line and line.startswith("|"))
    assert len(re.findall(r"(?<!\\)\|", line)) == 12
    assert "'=HYPERLINK(1)" in benchmark_csv(file)


def test_the_spreadsheet_has_full_precision_intervals_and_published_rows() -> None:
    rows = list(csv.DictReader(io.StringIO(benchmark_csv(usual(reference="spia-tab")))))
    measured = [row for row in rows if row["kind"] == "measured"]
    assert [row["method"] for row in measured][:2] == ["none", "mask"]
    assert float(measured[1]["cpr"]) == 0.4
    assert float(measured[1]["cpr_low"]) < 0.4 < float(measured[1]["cpr_high"])
    published = [row for row in rows if row["kind"] == "published"]
    assert len(published) == 19
    assert published[0]["source"] == "spia, Table 4"


def test_a_benchmark_without_any_figure_gives_a_page() -> None:
    empty = cell("mask", 0.4, 0.8)
    results = empty["results"]
    assert isinstance(results, dict)
    nothing = {"value": None, "low": None, "high": None, "numerator": 0, "denominator": 0}
    results.update(metrics={"cpr": nothing}, spans=None, utility=None, by_hardness={}, by_type={}, controls={})
    file = benchmark({**empty, "worst_person": nothing})
    assert "No method could be scored against this attacker." in _words(benchmark_html(file))
    assert benchmark_markdown(file)
    assert benchmark_csv(file)


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("rules", "rules"),
        ("http://127.0.0.1:8000/v1#qwen", "qwen"),
        ("author:http://h/v1#q", "author:q"),
        ("openai/gpt-4.1", "gpt-4.1"),
        ("rules+http://h/v1#q", "rules+q"),
        ("gguf:/models/a.gguf", "a.gguf"),
    ],
)
def test_attackers_are_called_without_their_address(spec: str, name: str) -> None:
    assert short_name(spec) == name
