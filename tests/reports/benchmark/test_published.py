import pytest

from gyges.reports.benchmark import published_results, published_sources


def test_every_published_number_has_a_source_and_a_table() -> None:
    rows = published_results()
    assert {row.source for row in rows} == set(published_sources())
    assert all(row.table and row.method and row.attacker and row.figures for row in rows)


def test_table_4_of_spia_is_whole() -> None:
    for dataset in ("spia-tab", "spia-panorama-test"):
        rows = [row for row in published_results(dataset=dataset, source="spia") if row.table == "Table 4"]
        assert len(rows) == 19
        assert all(set(row.figures) == {"recall", "er_direct", "er_quasi", "aac", "cpr", "ipr", "mean"} for row in rows)


@pytest.mark.parametrize(
    ("dataset", "method", "model", "figure", "value"),
    [
        ("spia-tab", "Longformer", "", "cpr", 0.330),
        ("spia-tab", "Longformer", "", "er_direct", 0.997),
        ("spia-panorama-test", "Adversarial Anonymization", "GPT-4.1", "ipr", 0.897),
        ("spia-tab", "DeID-GPT", "GPT-4.1", "cpr", 0.674),
        ("medqa", "Azure AI PII tool", "", "semantic_distance", 0.11),
        ("medqa", "Sanitize and paraphrase", "", "correct_first", 0.47),
        ("wildchat", "Data synthesis with ε = 3", "", "task_utility", -0.46),
        ("wildchat", "Iterative anonymization (Staab et al.)", "", "correct_dense", 0.75),
        ("medqa", "Span sanitization (Dou et al.)", "", "semantic_distance_reworded", 0.54),
        ("tab", "Optimized prompt", "Qwen3-30B-A3B", "privacy", 0.923),
        ("PersonalReddit", "Azure Language Service", "", "adversarial_accuracy", 0.663),
    ],
)
def test_numbers_are_those_of_the_papers(dataset: str, method: str, model: str, figure: str, value: float) -> None:
    rows = [r for r in published_results(dataset=dataset) if (r.method, r.model) == (method, model)]
    assert {row.figures[figure] for row in rows if figure in row.figures} == {value}  # some stand in several tables


@pytest.mark.parametrize(
    ("source", "table", "dataset", "total"),
    [
        ("spia", "Table 5", "spia-panorama", 3690),
        ("spia", "Table 5", "spia-tab", 3350),
        ("spia", "Table 6", "spia-panorama", 531),
        ("spia", "Table 7", "spia-tab", 586),
        ("spia", "Table 7", "spia-panorama", 1126),
    ],
)
def test_published_counts_add_up_to_what_the_paper_says(source: str, table: str, dataset: str, total: int) -> None:
    (row,) = [one for one in published_results(source=source, dataset=dataset) if one.table == table]
    assert sum(row.figures.values()) == total
