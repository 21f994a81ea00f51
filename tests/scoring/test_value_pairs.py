"""What a careful reader says about invented pairs of values: the rules agree where they are sure, or leave it open."""

import csv
from pathlib import Path

from gyges.records import taxonomy
from gyges.scoring import compare_values


def _pairs(name: str) -> list[tuple[str, ...]]:
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as file:
        return [tuple(row.values()) for row in csv.DictReader(file, delimiter="\t")]


PAIRS, NEAR_PAIRS = _pairs("value_pairs.tsv"), _pairs("near_pairs.tsv")
"""The second ones are jobs of one kind, ranks of one height and ages beside a range; half of them were kept aside."""

LEAST_SETTLED = 0.5
"""Share of the pairs that the rules must be sure of: leaving everything open would never be wrong."""

MOST_OFF = 0.25
"""How far the rules may be off the careful reader on average; before they knew kinds and ranks they were .35 off."""


def test_what_is_settled_is_what_a_careful_reader_says() -> None:
    judged = [(pair, compare_values(*pair[:3])) for pair in (*PAIRS, *NEAR_PAIRS)]
    assert [pair for pair, verdict in judged if verdict.settled and verdict.score != float(pair[3])] == []


def test_the_rules_settle_more_than_half_of_the_pairs() -> None:
    settled = sum(compare_values(tag, truth, guess).settled for tag, truth, guess, *_ in PAIRS)
    assert settled / len(PAIRS) >= LEAST_SETTLED


def test_without_a_judge_jobs_of_one_kind_and_ranks_of_one_height_are_not_far_off() -> None:
    off = [abs((compare_values(tag, one, two).score or 0) - float(score)) for tag, one, two, score, _ in NEAR_PAIRS]
    assert sum(off) / len(off) <= MOST_OFF


def test_the_pairs_are_about_every_kind_of_fact() -> None:
    kinds = {tag.name for name in ("spia", "author") for tag in taxonomy(name)}
    assert {tag for tag, *_ in PAIRS} == kinds
