"""``randomize``: values are drawn by a seed, the rewrite points to them, and what became false is counted."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonymizers.rewrites import released, typed
from gyges.anonymizers.randomizing import ReaderTally, draw_values, tally_of
from gyges.errors import ReleaseError, RewriteFailedError
from gyges.records import Fact, Subject
from gyges.scoring import compare_values
from gyges.testing import ChatRequest, ModelServer

pytestmark = pytest.mark.anyio

NORA = Subject(
    "0",
    "Nora Feld - nurse",
    (
        Fact("NAME", "Nora Feld", 5, evidence=("Nora Feld",)),
        Fact("SEX", "Female", 5, evidence=("her husband",)),
        Fact("AGE", "30-35", 4),
        Fact("LOCATION", "Porto / Portugal", 3),
        Fact("PHONE_NUMBER", "021 555 0147", 5, evidence=("021 555 0147",)),
        Fact("EDUCATION", "PhD", 2),
    ),
)


def _draw(seed: int = 0, document: str = "d", certainty: int = 3) -> dict[str, str]:
    rows = draw_values([NORA], document=document, seed=seed, certainty=certainty)
    return {row.tag: row.to for row in rows}


def test_a_value_is_drawn_for_each_kind_that_counts_and_codes_are_taken_out() -> None:
    drawn = _draw()
    assert set(drawn) == {"NAME", "SEX", "AGE", "LOCATION", "PHONE_NUMBER"}
    assert (drawn["SEX"], drawn["PHONE_NUMBER"]) == ("Male", "")
    assert abs(int(drawn["AGE"]) - 30) >= 10
    assert abs(int(drawn["AGE"]) - 35) >= 10


def test_a_seed_draws_the_same_again_and_another_one_something_else() -> None:
    assert _draw(seed=1) == _draw(seed=1)
    assert len({_draw(seed=seed)["NAME"] for seed in range(20)}) > 5
    assert len({_draw(document=str(number))["LOCATION"] for number in range(20)}) > 5


@given(st.integers(), st.text(max_size=5))
def test_what_is_drawn_is_never_what_was_found(seed: int, document: str) -> None:
    for row in draw_values([NORA], document=document, seed=seed, certainty=1):
        assert not any(row.to and compare_values(row.tag, one, row.to).score for one in row.found)


def test_the_tally_counts_what_is_false_what_is_still_true_and_what_is_hidden() -> None:
    drawn = draw_values([NORA], document="d", seed=0, certainty=3)
    to = {row.tag: row.to for row in drawn}
    after = Subject(
        "7",
        "somebody",
        (
            Fact("NAME", to["NAME"], 5),  # as drawn
            Fact("SEX", "Female", 5),  # still true
            Fact("AGE", to["AGE"], 2),  # as drawn, but too unsure to count
            Fact("LOCATION", "Portugal", 4),  # less precise, but true
        ),
    )
    tally, left = tally_of(drawn, [NORA], [after], 3)
    assert tally == ReaderTally(drawn=5, false=1, still_true=2, hidden=2, lost=0)
    assert [row.tag for row in left] == ["SEX", "LOCATION"]


def test_somebody_who_cannot_be_matched_is_not_taken_for_protected() -> None:
    drawn = draw_values([NORA], document="d", seed=0, certainty=3)
    strangers = [Subject("1", "a man", (Fact("SEX", "Female", 5),)), Subject("2", "a cook", ())]
    tally, left = tally_of(drawn, [NORA], strangers, 3)
    assert (tally.lost, tally.still_true, [row.tag for row in left]) == (1, 1, ["SEX"])


def _obedient(request: ChatRequest) -> str:
    """Lead to the drawn name where that is asked for, and take out the number."""
    words = request.messages[-1].content
    fenced = re.search(r"<<<([0-9a-f]{16})\n(.*?)\n\1>>>", words, re.DOTALL)
    name = re.search(r"; NAME; found: Nora Feld; .*?lead to: ([^\n]+)", words)
    assert fenced is not None
    text = fenced[2].replace("Nora Feld", name[1]) if name else fenced[2]
    return typed(text.replace("021 555 0147", "not given"))


async def test_the_rewrite_points_to_what_was_drawn_and_the_trace_counts_it() -> None:
    with ModelServer(_obedient) as server:
        release = await released(server, "randomize", attacker="rules", options={"rounds": 2, "seed": 3})
        again = await released(server, "randomize", attacker="rules", options={"rounds": 2, "seed": 3})
        first = str(server.requests[0].body)
    trace: Any = release.trace
    names = [row["to"] for row in trace["drawn"] if row["tag"] == "NAME" and row["found"] == ["Nora Feld"]]
    assert names[0] in release.text
    assert "Nora Feld" not in release.text
    assert "take out" in first
    told = trace["told"]
    assert told["false"] >= 1
    assert told["drawn"] == len(trace["drawn"]) == told["false"] + told["still_true"] + told["hidden"]
    assert trace["rounds"][-1] == told
    assert again.text == release.text


async def test_what_is_no_rewrite_is_no_release() -> None:
    sorry = typed("I'm sorry, but I can't help with that request.")
    with ModelServer(lambda _: sorry) as server, pytest.raises(RewriteFailedError, match="refusal"):
        await released(server, "randomize", attacker="rules")


async def test_a_text_out_of_which_nothing_is_read_is_not_released_as_it_stands() -> None:
    nobody = "The valve was closed at noon and the pump ran dry."
    with ModelServer(_obedient) as server, pytest.raises(ReleaseError, match="nothing was randomized"):
        await released(server, "randomize", nobody, attacker="rules")
