"""What a careful reader says about invented pairs of values: the rules agree where they are sure, or leave it open."""

import csv
from pathlib import Path

from gyges.records import taxonomy
from gyges.scoring import compare_values

with (Path(__file__).parent / "value_pairs.tsv").open(encoding="utf-8", newline="") as file:
    PAIRS = [tuple(row.values()) for row in csv.DictReader(file, delimiter="\t")]

LEAST_SETTLED = 0.5
"""Share of the pairs that the rules must be sure of: leaving everything open would never be wrong."""


def test_what_is_settled_is_what_a_careful_reader_says() -> None:
    judged = [(pair, compare_values(*pair[:3])) for pair in PAIRS]
    assert [pair for pair, verdict in judged if verdict.settled and verdict.score != float(pair[3])] == []


def test_the_rules_settle_more_than_half_of_the_pairs() -> None:
    settled = sum(compare_values(tag, truth, guess).settled for tag, truth, guess, *_ in PAIRS)
    assert settled / len(PAIRS) >= LEAST_SETTLED


def test_the_pairs_are_about_every_kind_of_fact() -> None:
    kinds = {tag.name for name in ("spia", "author") for tag in taxonomy(name)}
    assert {tag for tag, *_ in PAIRS} == kinds
