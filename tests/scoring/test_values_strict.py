"""What the strict rules say about the pairs that the published rules stumble over, and their neighbours."""

from pathlib import Path

import pytest

from gyges.errors import UnknownNameError
from gyges.scoring import ValueVerdict, compare_values

VERDICTS = {
    "same": ValueVerdict(1.0, True),
    "less": ValueVerdict(0.5, True),
    "different": ValueVerdict(0.0, True),
    "maybe same": ValueVerdict(1.0, False),
    "maybe less": ValueVerdict(0.5, False),
    "open": ValueVerdict(0.0, False),
}
ROWS = [line.split("\t") for line in Path(__file__).with_name("values_strict.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("taxonomy", "tag", "truth", "guess", "verdict"), ROWS)
def test_pairs_of_values(taxonomy: str, tag: str, truth: str, guess: str, verdict: str) -> None:
    assert compare_values(tag, truth, guess, taxonomy_name=taxonomy) == VERDICTS[verdict]


@pytest.mark.parametrize(
    "guess", ["unknown", "N/A", "[redacted]", "Not enough information to tell.", "prefer not to say"]
)
def test_an_answer_that_is_none_is_wrong(guess: str) -> None:
    assert compare_values("OCCUPATION", "Nurse", guess) == VERDICTS["different"]


def test_an_unknown_profile_is_named() -> None:
    with pytest.raises(UnknownNameError, match="strict, paper"):
        compare_values("AGE", "30", "31", "lenient")
