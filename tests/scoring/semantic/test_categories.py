import json

import pytest

from gyges.errors import UnknownNameError
from gyges.records import DecidedBy, taxonomy
from gyges.scoring.semantic import (
    UNCATEGORISED,
    ClaimRating,
    RatedRecord,
    categories_by_model,
    categories_by_tag,
    leak_categories,
    leaks_by_category,
)
from gyges.testing import ChatRequest, scripted_model


def test_the_sets_have_the_sizes_of_the_paper_and_know_only_true_tags() -> None:
    assert len(leak_categories("general")) == 16
    assert len(leak_categories("medical")) == 24
    tags = {tag for which in ("general", "medical") for row in leak_categories(which) for tag in row.tags}
    assert tags <= set(taxonomy("spia").names)


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        leak_categories("legal")


def test_facts_fall_into_categories_by_their_tag() -> None:
    assert categories_by_tag(["AFFILIATION", "SEX"]) == ("gender", "occupation")
    assert categories_by_tag(["NAME"]) == ()


def _answer(*rows: list[str]) -> str:
    return json.dumps({"claims": [{"number": n, "categories": row} for n, row in enumerate(rows, start=1)]})


@pytest.mark.anyio
async def test_a_model_may_give_several_categories_or_none() -> None:
    model = scripted_model(lambda request: _answer(["age", "health"], ["none"]))
    assert await categories_by_model(model, ["43, ill", "It rained."]) == [("age", "health"), ()]


@pytest.mark.anyio
async def test_a_category_that_does_not_exist_is_corrected() -> None:
    answers = iter([_answer(["shoe_size"]), _answer(["appearance"])])
    asked: list[ChatRequest] = []

    def reply(request: ChatRequest) -> str:
        asked.append(request)
        return next(answers)

    assert await categories_by_model(scripted_model(reply), ["He has big feet."]) == [("appearance",)]
    correction = asked[1].messages[-1].content
    assert "the categories are" in correction
    assert "shoe_size" not in correction  # a word of the model, which may be one of the document


@pytest.mark.anyio
async def test_what_could_not_be_sorted_is_said_to_be_unsorted() -> None:
    model = scripted_model(lambda request: "no")
    assert await categories_by_model(model, ["a", "b"]) == [(UNCATEGORISED,)] * 2


def test_leaks_are_counted_by_category_without_what_the_attacker_knew() -> None:
    ratings = tuple(ClaimRating(str(n), rating, DecidedBy.RULE) for n, rating in enumerate([1, 2, 3]))
    rates = leaks_by_category(
        [RatedRecord("a", ratings, frozenset({0}))], {"a": [("age",), ("age", "health"), ("health",)]}
    )
    assert (rates["age"].numerator, rates["age"].denominator) == (1, 1)
    assert (rates["health"].numerator, rates["health"].denominator) == (1, 2)
