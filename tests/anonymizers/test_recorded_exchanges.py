"""The loops of the methods with answers that a strong model gave: on good answers they come to a good end."""

from collections.abc import Mapping
from typing import Any

import pytest

from anonymizers.recorded_model import RECORD_ANEW, RecordedModel, documents_of, texts
from gyges.anonymizers import Tools, open_anonymizer, release_of
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release, apply_edits, edits_from_json
from gyges.scoring import residual_identifiers, rouge
from gyges.testing import ModelServer

pytestmark = pytest.mark.anyio

_MOST_CALLS = 8
NO_NAMES = frozenset(("Force",))
"""What the guard takes for a name though it is none: "Force no. 7140226-3"."""


async def released(
    method: str, document: str, options: Mapping[str, JsonValue] | None = None
) -> tuple[Release, RecordedModel]:
    model = RecordedModel(method)
    with ModelServer(model) as server:
        async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
            tools = Tools(pool, model=server.spec())
            opened = open_anonymizer(method, tools, options)
            release = await release_of(opened, Document(document, texts()[document]))
    return release, model


@pytest.mark.parametrize("document", documents_of("subjectwise"))
async def test_subjectwise_protects_people_in_few_calls_and_leaves_no_identifier(document: str) -> None:
    release, model = await released("subjectwise", document)
    trace: Mapping[str, Any] = release.trace
    text = texts()[document]
    assert trace["calls"] <= _MOST_CALLS or model.beyond
    after = [person["after"] for person in trace["people"]]
    assert sum(after) / len(after) >= 0.9, RECORD_ANEW
    assert residual_identifiers(text, release) == ()
    assert apply_edits(text, edits_from_json(trace["edits"])) == release.text
    assert rouge(text, release.text).rouge_l >= 0.45


async def test_most_releases_of_subjectwise_are_mended_and_protect_everybody() -> None:
    taken, whole = 0, 0
    documents = documents_of("subjectwise")
    for document in documents:
        release, _ = await released("subjectwise", document)
        trace: Mapping[str, Any] = release.trace
        taken += trace["changes"] > 0
        whole += all(person["after"] >= 0.9 for person in trace["people"])
    assert len(documents) >= 11
    assert taken >= 0.7 * len(documents), RECORD_ANEW
    assert whole >= 0.7 * len(documents), RECORD_ANEW


@pytest.mark.parametrize("document", documents_of("adversarial"))
async def test_adversarial_hides_the_name_too_and_tells_last_from_best(document: str) -> None:
    release, _ = await released("adversarial", document)
    trace: Mapping[str, Any] = release.trace
    first = {one["tag"] for one in trace["rounds"][0]["attack"]["inferences"]}
    last = trace["rounds"][-1]["attack"]["counting"]
    assert "NAME" in first
    assert (trace["stopped"], last) == ("certainty", 0), RECORD_ANEW
    assert trace["released"] == trace["best"] == len(trace["rounds"]) - 1


@pytest.mark.parametrize("document", documents_of("rupta"))
async def test_rupta_reaches_its_goal(document: str) -> None:
    release, _ = await released("rupta", document, {"goal": "attributes"})
    assert (release.trace["stopped"], release.trace["complete"]) == ("goal", True), RECORD_ANEW


@pytest.mark.parametrize("document", documents_of("span-abstract"))
async def test_span_abstract_replaces_every_span_with_one_article_at_most(document: str) -> None:
    release, _ = await released("span-abstract", document)
    trace: Mapping[str, Any] = release.trace
    assert (trace["left_out"], trace["quotes_not_found"]) == (0, 0)
    assert trace["replaced"] >= trace["spans"]
    assert {one.words for one in residual_identifiers(texts()[document], release)} <= NO_NAMES
    assert " the a " not in release.text


@pytest.mark.parametrize("document", documents_of("deid-gpt"))
async def test_deid_gpt_leaves_no_identifier_standing(document: str) -> None:
    release, _ = await released("deid-gpt", document)
    assert "[redacted]" in release.text
    assert {one.words for one in residual_identifiers(texts()[document], release)} <= NO_NAMES


@pytest.mark.parametrize("document", documents_of("dp-prompt"))
async def test_dp_prompt_says_the_whole_document_in_other_words(document: str) -> None:
    release, _ = await released("dp-prompt", document)
    assert rouge(texts()[document], release.text).rouge_l < 0.6
    assert release.text.count("\n\n") == texts()[document].count("\n\n")
