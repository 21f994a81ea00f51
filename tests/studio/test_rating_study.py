"""The rating study: blind, in two parts, in an order of each rater's own."""

import json
from typing import Any

import httpx
import pytest

from gyges.studio._kinds._rating import RatingBody, questions
from studio.conftest import RunningStudio, StartStudio

METHODS = ("zephyr-mask", "quokka-rewrite")
DOCUMENTS = [{"id": f"doc-{number}", "text": f"Ana Reis wrote letter {number}."} for number in range(10)]
RELEASES = {
    method: [
        {"id": row["id"], "text": f"Somebody wrote letter {number}{'.' * place}", "method": method}
        for number, row in enumerate(DOCUMENTS)
    ]
    for place, method in enumerate(METHODS, start=1)
}


@pytest.fixture
def study(start_studio: StartStudio) -> RunningStudio:
    """A project with two sets of releases of ten documents."""
    return start_studio(DOCUMENTS, RELEASES)


def _keys(rater: httpx.Client) -> list[str]:
    return list(rater.get("/api/rating").json()["texts"])


def _answer(rater: httpx.Client, key: str, **answers: Any) -> httpx.Response:
    kept = rater.get(f"/api/rating/{key}").json()
    return rater.put(f"/api/rating/{key}", json={"seen": kept["version"], "body": {**kept["body"], **answers}})


def _rate(rater: httpx.Client, key: str, readability: int, natural: int, meaning: int, usable: int) -> None:
    for answers in (
        {"readability": readability, "natural": natural},
        {"opened": True},
        {"meaning": meaning, "usable": usable},
    ):
        assert _answer(rater, key, **answers).status_code == 200


def test_questions_and_scales_are_those_of_the_paper() -> None:
    asked = [(one.name, one.part, one.scale, one.low, one.high) for one in questions().questions]
    assert asked == [
        ("readability", 1, "ordinal", 1, 5),
        ("natural", 1, "nominal", 0, 1),
        ("meaning", 2, "ordinal", 1, 5),
        ("usable", 2, "nominal", 0, 1),
    ]
    for one in questions().questions:
        assert len(one.levels) == one.high - one.low + 1
        assert one.name in RatingBody.model_fields


def test_no_answer_to_a_rater_says_which_method_set_document_or_number_it_is(study: RunningStudio) -> None:
    rater = study.client("rita")
    said = [rater.get("/api/project").text, rater.get("/api/rating").text]
    for key in _keys(rater):
        said.append(rater.get(f"/api/rating/{key}").text)
        assert _answer(rater, key, readability=4, natural=1).status_code == 200
        said.append(_answer(rater, key, opened=True).text)
    everything = "\n".join(said)
    for method in METHODS:
        assert method not in everything
    assert "doc-" not in everything
    shown = json.loads(said[2])
    assert set(shown) == {"text", "original", "version", "body", "done"}
    assert rater.get("/api/sheets/rating/1").status_code == 404


def test_every_rater_has_an_order_of_their_own_and_keeps_it(study: RunningStudio) -> None:
    rita, sam = study.client("rita"), study.client("sam")
    assert _keys(rita) == _keys(rita)
    assert not set(_keys(rita)) & set(_keys(sam))
    orders = [[rater.get(f"/api/rating/{key}").json()["text"] for key in _keys(rater)] for rater in (rita, sam)]
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    dots = "".join("a" if text.endswith("..") else "b" for text in orders[0])
    assert "ab" in dots
    assert "ba" in dots
    assert study.client("sam").get(f"/api/rating/{_keys(rita)[0]}").status_code == 404


def test_the_original_comes_after_the_first_answers_and_these_stand_then(study: RunningStudio) -> None:
    rita = study.client("rita")
    key = _keys(rita)[0]
    assert rita.get(f"/api/rating/{key}").json()["original"] is None
    assert _answer(rita, key, opened=True).status_code == 400
    assert _answer(rita, key, readability=2, natural=0, meaning=3).status_code == 400
    assert _answer(rita, key, readability=2, natural=0).json()["original"] is None
    assert "Ana Reis" in _answer(rita, key, opened=True).json()["original"]
    assert _answer(rita, key, readability=5).status_code == 400
    assert _answer(rita, key, opened=False).status_code == 400
    assert _answer(rita, key, meaning=6).status_code == 422
    assert _answer(rita, key, meaning=5).json()["done"] is False
    assert _answer(rita, key, usable=1).json()["done"] is True
    stale = rita.put(f"/api/rating/{key}", json={"seen": 1, "body": rita.get(f"/api/rating/{key}").json()["body"]})
    assert stale.status_code == 409


def test_results_have_medians_means_and_agreement_of_each_set(study: RunningStudio) -> None:
    rita, sam = study.client("rita"), study.client("sam")
    for rater, worse in ((rita, 2), (sam, 1)):
        for key in _keys(rater):
            masked = rater.get(f"/api/rating/{key}").json()["text"].endswith("..")
            _rate(rater, key, *((5, 1, 4, 1) if masked else (worse, 0, 3, 0)))
    found = study.client("lead").get("/api/ratings").json()
    assert [rater["done"] for rater in found["raters"]] == [20, 20]
    sets = {one["name"]: one for one in found["sets"]}
    assert (sets["quokka-rewrite"]["rated"], sets["quokka-rewrite"]["raters"]) == (10, 2)
    good, bad = (sets[name]["figures"]["readability"] for name in ("quokka-rewrite", "zephyr-mask"))
    assert (good["median"], bad["median"]) == (5, 1.5)
    assert bad["mean"]["value"] == pytest.approx(0.125)
    assert bad["counts"] == {"1": 10, "2": 10, "3": 0, "4": 0, "5": 0}
    assert good["agreement"]["value"] is None
    assert bad["agreement"]["value"] < 0
    assert sets["zephyr-mask"]["figures"]["usable"]["mean_of_medians"]["value"] == 0
    assert rita.get("/api/ratings").json()["mine_open"] == 0
