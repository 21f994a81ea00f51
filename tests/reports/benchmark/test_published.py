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
        ("tab", "Optimized prompt", "Qwen3-30B-A3B", "privacy", 0.923),
        ("PersonalReddit", "Azure Language Service", "", "adversarial_accuracy", 0.663),
    ],
)
def test_numbers_are_those_of_the_papers(dataset: str, method: str, model: str, figure: str, value: float) -> None:
    found = [r.figures[figure] for r in published_results(dataset=dataset) if (r.method, r.model) == (method, model)]
    assert set(found) == {value}  # some figures stand in several tables


def test_shares_are_shares() -> None:
    for row in published_results():
        assert all(0 <= value <= 1 for name, value in row.figures.items() if name != "coherence")
