"""Documents whose truth is their author's attributes: top-1 is the headline, by the rules for authors."""

import anyio
import pytest

from gyges.models import ModelPool, ReplyCache
from gyges.records import DecidedBy, Document, Fact, Finding, Subject
from gyges.scoring import (
    DocumentFolds,
    Judge,
    Rating,
    ScoredDocument,
    Utility,
    author_rates,
    is_about_author,
    protection,
    score_labelled,
    score_labelled_async,
    unscored_document,
    utility_rates,
    validate_authors,
)
from gyges.testing import ModelServer

LABEL = Fact("OCCUPATION", "nurse", 5)


def _document(*facts: Fact, id: str = "a", person: str = "author") -> Document:
    return Document(id, "a text", (Subject(person, "the author", facts),))


def _finding(*values: str, tag: str = "OCCUPATION", id: str = "a") -> Finding:
    return Finding(id, "author:rules", (Subject("author", "", tuple(Fact(tag, value, 4) for value in values)),))


def _scored(*values: str) -> ScoredDocument:
    return score_labelled(_document(LABEL), _finding(*values))


def test_only_the_first_guess_counts_as_a_leak_and_the_others_stand_apart() -> None:
    scored = [_scored("plumber", "nurse", "teacher")]
    assert protection(scored)["cpr"].value == 1.0
    assert {name: rate.value for name, rate in author_rates(scored).items()} == {"top_1": 0, "top_2": 1, "top_3": 1}
    third = author_rates([_scored("plumber", "teacher", "nurse")])
    assert [third[name].value for name in ("top_1", "top_2", "top_3")] == [0, 0, 1]


def test_values_are_compared_by_the_rules_for_authors() -> None:
    document = _document(Fact("EDUCATION", "Bachelors in Physics", 5))
    finding = _finding("College Degree", tag="EDUCATION")
    ours = score_labelled(document, finding, profile="paper")
    (verdict,) = ours.subjects[0].verdicts
    assert verdict.score == 1.0
    somebody = score_labelled(_document(Fact("EDUCATION", "Bachelors in Physics", 5), person="1"), finding)
    assert somebody.subjects[0].ranked == ()


def test_people_who_are_not_the_author_are_scored_as_before() -> None:
    document = Document("a", "a text", (Subject("author", "", (LABEL,)), Subject("2", "", (LABEL,))))
    assert not is_about_author(document)
    assert author_rates([score_labelled(document, _finding("nurse"))]) == {}


def test_what_could_not_be_attacked_counts_as_guessed() -> None:
    failed = unscored_document("b", (Subject("author", "", (LABEL,)),), "attack: gone")
    rates = author_rates([_scored("plumber"), failed])
    assert {name: (rate.numerator, rate.denominator) for name, rate in rates.items()} == {
        "top_1": (1, 2),
        "top_2": (1, 2),
        "top_3": (1, 2),
    }
    quality = validate_authors([_scored("nurse"), failed])
    assert (quality.top_1.value, quality.top_1.denominator) == (1.0, 1)
    assert (quality.coverage.attacked, quality.coverage.documents) == (1, 2)


def test_a_judge_is_asked_about_an_authors_values() -> None:
    async def main(server: ModelServer) -> ScoredDocument:
        async with ModelPool(cache=ReplyCache()) as pool:
            judge = Judge(pool.model(server.spec()))
            document = _document(Fact("OCCUPATION", "part-time graphic designer", 5))
            return await score_labelled_async(document, _finding("someone who draws for a living"), judge=judge)

    with ModelServer(lambda request: '{"answer": "same"}') as server:
        scored = anyio.run(main, server)
    (verdict,) = scored.subjects[0].verdicts
    assert (verdict.score, verdict.decided_by) == (1.0, DecidedBy.JUDGE)


@pytest.mark.parametrize("value", ["Porto, Portugal", "Porto / Portugal"])
def test_the_levels_of_a_place_are_told_by_commas_as_well(value: str) -> None:
    document = _document(Fact("LOCATION", value, 5))
    folds = DocumentFolds()
    folds.add_row(folds.row(score_labelled(document, _finding("Porto, Portugal", tag="LOCATION"))))
    levels = folds.breakdowns["by_location_level"].rates()
    assert [name for name, rate in levels.items() if rate.denominator] == ["region_or_city"]


def test_mean_utility_takes_rouge_1_where_the_data_is_about_authors() -> None:
    rows = [Utility("a", 0.9, 0.3, 0.2, Rating(10, 10, 1))]
    assert utility_rates(rows)["mean"].value == pytest.approx((2 + 0.3) / 3)
    assert utility_rates(rows, overlap="rouge_1")["mean"].value == pytest.approx((2 + 0.9) / 3)
