"""Tables in the shape of papers, from benchmarks made by hand: every figure below is worked out in its test."""

import pytest

from gyges.errors import ConfigError
from gyges.reports.benchmark import BenchmarkFile, benchmark_html, benchmark_markdown, papers_terminal
from gyges.reports.benchmark.papers import TABLES, PaperTable, check_tables, paper_tables, parts
from reports.benchmark.files import benchmark, cell

COUNTS = {"documents": 4, "annotated": 4, "marked": 4, "people": 8, "facts": 24, "characters": 900}
STATS = {
    "documents": 4,
    "length": {"mean": 225.0, "distribution": {"0": 3, "1500": 1}},
    "subjects": {"count": 8, "per_document": 2.0, "distribution": {"1": 2, "2": 1, "7": 1}},
    "facts": {
        "count": 24,
        "sure": 20,
        "per_subject": 3.0,
        "distribution": {"1": 4, "2": 2, "9": 2},
        "by_tag": {"NAME": 6, "AGE": 18},
        "sure_by_tag": {"NAME": 6, "AGE": 14},
        "by_certainty": {"2": 4, "5": 20},
        "by_hardness": {"0": 4, "1": 20},
    },
}


def _share(value: float, of: float = 10) -> dict[str, float]:
    return {"value": value, "low": value, "high": value, "numerator": value * of, "denominator": of}


def _with(one: dict[str, object], **results: object) -> dict[str, object]:
    return {**one, "results": {**one["results"], **results}}  # type: ignore[dict-item]


def _file(*cells: dict[str, object], tables: str, reference: str = "own", **more: object) -> BenchmarkFile:
    attackers = list(dict.fromkeys(str(one["attacker"]) for one in cells))
    dataset = {"name": "own", "attackers": attackers, "reference": reference, "stats": STATS, **COUNTS}
    return benchmark(*cells, tables=[tables], datasets=[dataset], **more)  # type: ignore[arg-type]


def _table(file: BenchmarkFile, title: str) -> PaperTable:
    (found,) = [one for one in paper_tables(file) if one.title.startswith(title)]
    return found


def _rows(table: PaperTable, kind: str) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for block in table.blocks if block.kind == kind for row in block.rows}


def test_table_4_has_methods_and_backbones_and_published_rows_apart() -> None:
    made = cell("deid-gpt", 0.4, 0.8, model="http://127.0.0.1:8000/v1#qwen")
    table = _table(_file(made, cell("mask", 0.3, 0.7), tables="spia-table4", reference="spia-tab"), "SPIA, Table 4")
    assert _rows(table, "measured")["deid-gpt"][0] == "qwen"
    assert _rows(table, "measured")["mask"][0] == "–"
    assert "Longformer" in _rows(table, "published")
    assert not set(_rows(table, "published")) & set(_rows(table, "measured"))
    place = table.head.index("own: CPR") - 1
    assert _rows(table, "measured")["deid-gpt"][place].startswith("40")
    assert _rows(table, "published")["Longformer"][place].startswith("33")
    assert _rows(table, "control")["a guess without the text"][place].startswith("74")


def test_the_gap_of_figure_3_and_the_lead_of_the_target_are_those_made_by_hand() -> None:
    # Spans (0.94 + 0.998 + 0.91) / 3 = 0.949; inference (0.47 + 0.4 + 0.37) / 3 = 0.413; target 0.47 - 0.4 = 0.07
    table = _table(_file(cell("mask", 0.4, 0.7), tables="spia-table4", reference="spia-tab"), "SPIA, Figures 3 and 4")
    assert [words.split("\u00a0")[0] for words in _rows(table, "measured")["mask"][1:]] == ["95", "41", "+54", "+7"]
    # Longformer on TAB: (.940 + .997 + .923) / 3 = .953; (.384 + .330 + .325) / 3 = .346; .384 - .330 = .054
    printed = _rows(table, "published")["Longformer"][1:]
    assert [words.split("\u00a0")[0] for words in printed] == ["95", "35", "+61", "+5"]


def test_table_7_counts_people_by_their_facts_and_texts_by_their_people() -> None:
    file = _file(cell("mask", 0.4, 0.7), tables="spia-table7", reference="spia-tab")
    facts, people = _rows(_table(file, "SPIA, Table 7"), "measured"), _rows(_table(file, "SPIA, Table 6"), "measured")
    assert [facts[name][0].split(" ")[0] for name in ("1", "2", "3", "8+", "all")] == ["4", "2", "0", "2", "8"]
    assert facts["1"][0].replace("\u00a0", "") == "4 (50%)"
    assert [people[name][0].split(" ")[0] for name in ("1", "2", "3", "4", "5+", "all")] == [
        "2",
        "1",
        "0",
        "0",
        "1",
        "4",
    ]
    published = _rows(_table(file, "SPIA, Table 7"), "published")
    assert published["6"][0].startswith("190")
    lengths = _rows(_table(file, "SPIA, Figure 7"), "measured")
    assert (lengths["0–499"][0].split(" ")[0], lengths["1,000–1,999"][0].split(" ")[0]) == ("3", "1")


def test_protection_by_the_people_of_a_text_says_of_how_many_facts() -> None:
    made = _with(cell("mask", 0.4, 0.7), by_people={"1": _share(0.9, 6), "2": _share(0.5, 18), "3": _share(0, 0)})
    table = _table(_file(made, tables="spia-table7"), "Protection by the people in a text")
    assert table.head == ("Method", "1 people (6 facts)", "2 people (18 facts)", "Documents")
    assert [words.split("\u00a0")[0] for words in _rows(table, "measured")["mask"][:2]] == ["90", "50"]


def test_table_9_has_one_row_an_attacker_and_a_guess_beside_them() -> None:
    quality = {"fact_accuracy_all": _share(0.6), "subject_precision": _share(1), "by_tag": {"NAME": _share(1)}}

    def read(attacker: str, found: float) -> dict[str, object]:
        shares = {"subject_match": _share(found), "fact_accuracy": _share(0.8), "by_hardness": {"1": _share(0.7)}}
        return cell("none", 0.4, 1.0, attacker=attacker, validation={**shares, **quality})

    file = _file(read("rules", 0.5), read("tiny", 0.9), tables="spia-table9", reference="spia-tab")
    table = _table(file, "SPIA, Table 9")
    rows = _rows(table, "measured")
    assert list(rows) == ["rules", "tiny"]
    assert [words.split("\u00a0")[0] for words in (rows["rules"][0], rows["tiny"][0])] == ["50", "90"]
    assert _rows(table, "control")["a guess without the text"][2].startswith("26")  # 1 - 0.74
    assert _rows(table, "published")["Claude-Sonnet-4.5"][0].startswith("97")
    assert _table(file, "SPIA, Figures 8 to 10").head == ("Kind", "rules", "tiny")


def test_table_11_has_the_pooled_correlation_with_its_interval() -> None:
    ranks = [
        {"dataset": "own", "attackers": "rules ~ tiny", "methods": 14, "cpr": 0.1, "ipr": 0.1},
        {"dataset": "all data sets", "attackers": "rules ~ tiny", "methods": 28, "cpr": 0.5, "ipr": None},
    ]
    cells = [
        cell(name, cpr, 0.7, attacker=a) for a in ("rules", "tiny") for name, cpr in (("mask", 0.6), ("worse", 0.3))
    ]
    file = _file(*cells, tables="spia-table11", ranks=ranks)
    rows = _rows(_table(file, "SPIA, Table 11"), "measured")
    assert rows == {"rules and tiny": ("all data sets", "28", "0.500 [0.133–0.747]", "too few methods")}
    assert len(_rows(_table(file, "SPIA, Table 11"), "published")) == 3
    assert list(_rows(_table(file, "SPIA, Figure 13"), "measured")) == ["worse", "mask"]  # the lowest CPR first


def test_the_tables_of_staab_turn_nothing_round() -> None:
    base = cell("adversarial", 0.4, 0.7, attacker="author:rules", model="openai/m")
    metrics = {**base["results"]["metrics"], "top_1": _share(0.25, 4)}  # type: ignore[index]
    places = {"country": _share(0, 0) | {"value": None}, "state": _share(0.5, 2), "city": _share(0.25, 8)}
    made = _with(
        base,
        metrics=metrics,
        controls={"prior_top_1": _share(0.1), "original_top_1": _share(0.9)},
        first_guess_by_place={**places, "country_of_any": _share(0.75, 8)},
        first_guess_by_tag={"LOCATION": _share(0.25, 4)},
        utility={"rouge_1": _share(0.8), "meaning": _share(0.6), "mean": _share(0.7)},
    )
    file = _file(made, tables="staab")
    first = _rows(_table(file, "Staab et al., Figures 3a"), "measured")["adversarial"]
    assert (first[0], first[1].split("\u00a0")[0], first[2].split("\u00a0")[0], first[-2]) == ("m", "25", "70", "4")
    controls = _rows(_table(file, "Staab et al., Figures 3a"), "control")
    assert controls["the original text"][1].startswith("90")
    assert controls["a guess without the text"][1].startswith("10")
    second = _rows(_table(file, "Staab et al., Table 2"), "measured")["adversarial"]
    assert second[1] == "–"
    assert (second[2].startswith("50"), second[2].endswith(" of 2"), second[4].endswith(" of 8")) == (True, True, True)
    # 3 guesses of certainty 1 and 6 of certainty 2, none of 0, of 3 + 6 + 9 + 12 + 15 = 45: a fifth
    certain = _rows(_table(file, "Staab et al., Figures 5"), "measured")["adversarial"]
    assert certain[1].replace("\u00a0", "") == "20% of 45"
    assert _rows(_table(file, "Staab et al., Table 3"), "published")["PersonalReddit, all labels"][0] == "863"


def test_table_5_of_staab_sets_answers_against_what_leaks() -> None:
    made = _with(cell("mask", 0.4, 0.7), utility={"task_accuracy": _share(0.75, 8)})
    row = _rows(_table(_file(made, tables="staab-table5"), "Staab et al., Table 5"), "measured")["mask"]
    assert row[1].startswith("75")
    assert row[1].endswith(" of 8")
    assert row[2].startswith("60")  # 1 - 0.4


def test_plain_parts_leave_out_what_nobody_published() -> None:
    table = _table(_file(cell("mask", 0.4, 0.7), tables="spia-table4", reference="spia-tab"), "SPIA, Table 4")
    (_, ours), (title, published) = parts(table)
    assert "Longformer" not in {row[0] for row in ours.rows}
    assert title.startswith("Published (SPIA, Table 4)")
    assert "own: documents" not in published.head


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_drawn_from_a_benchmark_that_holds_next_to_nothing(name: str) -> None:
    file = _file(cell("mask", 0.4, 0.7), tables=name)
    assert benchmark_markdown(file)
    assert "As the papers have it" in benchmark_html(file)
    assert papers_terminal(file) or all(one.wide or not one.head for one in paper_tables(file))


@pytest.mark.parametrize(("name", "said"), [("spia-table9", "the method none"), ("staab", "labelled for their author")])
def test_a_table_that_cannot_be_filled_says_what_it_lacks(name: str, said: str) -> None:
    (table,) = paper_tables(_file(cell("mask", 0.4, 0.7), tables=name))
    assert said in table.note
    assert not table.blocks


def test_an_unknown_table_and_too_few_attackers_are_said() -> None:
    with pytest.raises(ConfigError, match="did you mean staab"):
        check_tables(["stab"], attackers=1)
    with pytest.raises(ConfigError, match="only one is named"):
        check_tables(["spia-table11"], attackers=1)
    check_tables(["spia-table11"], attackers=2)
