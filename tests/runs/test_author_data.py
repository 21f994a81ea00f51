"""Real author data: an audit and a validation by the same attacker tell the same."""

from pathlib import Path

from gyges import audit
from gyges.corpus import load_dataset


def test_the_first_guess_is_the_headline_on_real_author_data(development_data: Path) -> None:
    path = development_data / "reddit_synthetic" / "synthetic_dev300.jsonl"
    results = audit(list(load_dataset("reddit-synthetic", path))[:60]).results
    top = [results.metrics[f"top_{k}"].value for k in (1, 2, 3)]
    assert results.attacker["name"] == "author:rules"
    assert None not in top
    assert top[0] < top[1] <= top[2]  # type: ignore[operator]  # not None
    cpr = results.metrics["cpr"].value
    half = sum(fact.score == 0.5 for row in results.subjects for fact in row.facts)
    assert cpr is not None
    assert abs(cpr - (1 - top[0] - half / 120)) < 1e-9  # type: ignore[operator]
    assert results.by_location_level["country"].denominator == 0  # "Porto, Portugal" is no country
