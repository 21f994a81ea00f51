"""``span-abstract``: quoted words are replaced wherever they stand, and nothing else is touched."""

import json
from collections.abc import Sequence

import pytest

from anonymizers.rewrites import STORY, released
from gyges.anonymizers._tools import Purpose
from gyges.errors import RewriteFailedError
from gyges.records import apply_edits, edits_from_json
from gyges.testing import ChatRequest, ModelServer, scripted

pytestmark = pytest.mark.anyio


def found(*quotes: str) -> str:
    return json.dumps({"spans": [{"quote": quote, "kind": "name"} for quote in quotes]})


def said(*replacements: str) -> str:
    rows = [{"number": n, "replacement": words} for n, words in enumerate(replacements, start=1)]
    return json.dumps({"spans": rows})


async def test_every_repeat_of_a_span_is_replaced_and_offsets_are_kept() -> None:
    answers = [found("Nora Feld", "Cork", "021 555 0147"), said("a woman", "a town", "")]
    with ModelServer(scripted(answers)) as server:
        release = await released(server, "span-abstract")
    edits = edits_from_json(release.trace["edits"])
    assert release.text == STORY.replace("In the spring Nora Feld", "In the spring a woman").replace(
        "Nora Feld", "A woman"
    ).replace("Cork", "a town").replace("021 555 0147", "")
    assert [STORY[edit.start : edit.end] for edit in edits] == ["Nora Feld", "Cork", "Nora Feld", "021 555 0147"]
    assert {edit.reason for edit in edits} == {"disclosure: name"}
    assert apply_edits(STORY, edits) == release.text
    assert (release.trace["spans"], release.trace["quotes_not_found"]) == (3, 0)
    bodies = [json.loads(json.dumps(request.body)) for request in server.requests]
    assert [body["temperature"] for body in bodies] == [0.0, 0.7]


async def test_quotes_that_stand_nowhere_are_counted() -> None:
    with ModelServer(scripted([found("Nora Feld", "Dublin"), said("somebody")])) as server:
        release = await released(server, "span-abstract")
    assert release.trace["quotes_not_found"] == 1
    assert "Nora Feld" not in release.text


async def test_quotes_of_another_spelling_are_found() -> None:
    with ModelServer(scripted([found("nora  feld"), said("somebody")])) as server:
        assert "Nora Feld" not in (await released(server, "span-abstract")).text


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([found("Dublin")] * 3, "none of the quotes stands in the text"),
        ([found()] * 3, "identify a person"),
        ([found("Nora Feld"), *[said("Nora Feld")] * 3], "still holds the words"),
        ([found("Nora Feld"), *[said("Mrs Nora Feld")] * 3], "still holds the words"),
        ([found("Nora Feld", "Cork"), *[said("somebody")] * 3], "exactly once"),
        ([found("Nora Feld"), *[said("I cannot help with that.")] * 3], "remark"),
        ([found("Nora Feld"), *[said("somebody " * 20)] * 3], "far longer"),
        (["I'm sorry, but I can't help."] * 3, "no JSON value"),
    ],
)
async def test_unusable_answers_to_the_end_are_no_release(answers: Sequence[str], reason: str) -> None:
    with ModelServer(scripted(answers)) as server, pytest.raises(RewriteFailedError, match=reason):
        await released(server, "span-abstract")


async def test_windows_of_a_long_text_share_their_replacements() -> None:
    text = "\n\n".join(f"Entry {n}. Nora Feld bought {n} apples at the market behind the church." for n in range(60))
    asked: list[str] = []

    def answer(request: ChatRequest) -> str:
        if "Spans of it that disclose something" in request.prompt:
            asked.append(request.prompt)
            return said(f"person {len(asked)}")
        return found("Nora Feld")

    with ModelServer(answer) as server:
        release = await released(server, "span-abstract", text, {"window_tokens": 300})
    assert release.text == text.replace("Nora Feld", "Person 1")
    assert len(asked) == 1
    assert release.trace["windows"] == len(server.requests) - 1


async def test_later_questions_show_what_was_said_for_the_spans_before() -> None:
    names = [f"Nora{chr(97 + n // 26)}{chr(97 + n % 26)} Feld" for n in range(34)]
    text = " ".join(f"{name} came." for name in names)
    asked: list[str] = []

    def answer(request: ChatRequest) -> str:
        if "Spans of it that disclose something" not in request.prompt:
            return found(*names)
        asked.append(request.prompt)
        return said(*[f"person {len(asked)}-{n}" for n in range(30 if len(asked) == 1 else 4)])

    with ModelServer(answer) as server:
        await released(server, "span-abstract", text)
    first, second = asked
    assert "replaced before" not in first
    assert f"{names[0]} -> person 1-0" in second


async def test_whose_disclosures_and_which_purpose_are_said() -> None:
    for whose, words in (("author", "about himself or herself"), ("everybody", "about any person")):
        with ModelServer(scripted([found("Nora Feld"), said("somebody")])) as server:
            await released(server, "span-abstract", options={"whose": whose}, purpose=Purpose("the name"))
        assert words in str(server.requests[0].body)
        assert all("nobody may learn" in str(request.body) for request in server.requests)
