"""``subjectwise`` with a model: it writes the text anew, and what cannot be used is refused with its reason."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from anonymizers.adversarial_world import FENCED, texts_in
from gyges.anonymizers._plainly import release_of
from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Purpose, Tools
from gyges.errors import GygesError, RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release, apply_edits, edits_from_json
from gyges.testing import Answer, ChatRequest, FaultKind, ModelServer, RandomFaults

pytestmark = pytest.mark.anyio

TEXT = (
    "Nora Feld is a nurse and lives in Cork. Most mornings Nora Feld walks along the quay, and on Sundays she sings in "
    "the choir."
)


async def released(
    server: ModelServer,
    options: Mapping[str, JsonValue] | None = None,
    purpose: Purpose | None = None,
    attacker: str | None = "rules",
    text: str = TEXT,
) -> Release:
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        tools = Tools(pool, model=server.spec(), attacker=attacker, purpose=purpose or Purpose())
        return await release_of(open_anonymizer("subjectwise", tools, options), Document("d", text))


def said(text: str) -> str:
    return json.dumps({"explanation": "Names and jobs go.", "text": text})


def changing(*changes: tuple[str, str]) -> str:
    return json.dumps({"changes": [{"words": words, "why": "so", "instead": instead} for words, instead in changes]})


def writer(*texts: str, mend: Sequence[str] = ()) -> Answer:
    """Answer questions for rewrites and for changes in their order, then with no change."""
    rewrites, changes = list(texts), list(mend)

    def answer(request: ChatRequest) -> str:
        if not is_rewrite(request.body):
            return changes.pop(0) if changes else changing()
        return rewrites.pop(0) if rewrites else said(texts_in(request)[0])

    return answer


def is_rewrite(request: Any) -> bool:
    return "rewrite the whole text" in request["messages"][1]["content"]


def asked_of(server: ModelServer) -> list[str]:
    return [str(request.body["messages"][1]["content"]) for request in server.requests]  # type: ignore[index,call-overload]


GOOD = said(
    "B. is a worker and lives in a town. Most mornings B. walks along the quay, and on Sundays they sing in the choir."
)
LEFT = said(
    "B. is a worker and lives in Cork. Most mornings B. walks along the quay, and on Sundays they sing in the choir."
)


async def test_a_rewrite_is_released_with_edits_that_lead_to_it_and_their_reasons() -> None:
    with ModelServer(writer(GOOD)) as server:
        release = await released(server)
    edits = edits_from_json(release.trace["edits"])
    assert release.text == json.loads(GOOD)["text"]
    assert apply_edits(TEXT, edits) == release.text
    job = next(edit for edit in edits if "nurse" in TEXT[edit.start : edit.end])
    assert job.reason.startswith("reveals ")
    assert "Nora Feld" in job.reason
    assert release.trace["changes"] == 0


async def test_the_model_sees_the_text_first_then_the_question_with_every_clue_the_letters_and_the_purpose() -> None:
    text = f"{TEXT} The ward knows what a nurse from Cork can do."
    with ModelServer(writer(GOOD)) as server:
        await released(server, purpose=Purpose(preserve="what people do on weekends"), text=text)
    question, change = asked_of(server)
    assert question.split(">>>")[0] == change.split(">>>")[0]
    assert texts_in_question(question)[0] == text
    assert "1. Nora Feld" in texts_in_question(question)[1]
    assert "[B.]" in question
    assert "OCCUPATION nurse (" in question.replace("Nurse", "nurse")
    assert "what people do on weekends" in question


async def test_what_still_leaks_is_mended_with_the_original_beside_it() -> None:
    with ModelServer(writer(LEFT, mend=[changing(("lives in Cork", "lives in a town"))])) as server:
        release = await released(server)
    original, now, people, *_ = texts_in_question(asked_of(server)[1])
    assert (original, now) == (TEXT, json.loads(LEFT)["text"])
    assert "- worked out: LOCATION" in people
    assert "Cork" not in release.text
    assert release.trace["changes"] == 1
    assert apply_edits(TEXT, edits_from_json(release.trace["edits"])) == release.text


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("a worker", "a nurse"), '"nurse" was taken out on purpose'),
        (("they sing", "she sings"), '"she" was taken out on purpose'),
        (("the choir", "the choir of Galway"), 'does not say "Galway"'),
        (("the choir", "the choir at 10"), 'does not say "10"'),
        (("the harbour", "the bay"), "do not stand there once"),
    ],
)
async def test_a_change_that_brings_something_back_or_in_is_refused_alone_and_the_model_is_told_the_words(
    change: tuple[str, str], reason: str
) -> None:
    left = said(json.loads(LEFT)["text"])
    mend = [changing(change, ("walks along", "goes along")), changing(("lives in Cork", "lives in a town"))]
    facts = [("SEX", "Female", "she"), ("OCCUPATION", "nurse", "nurse"), ("LOCATION", "Cork", "Cork")]
    with ModelServer(attacked(writer(left, mend=mend), facts)) as server:
        release = await released(server, attacker=None)
    assert "goes along" in release.text
    assert change[1] not in release.text
    assert any(reason in question for question in asked_of(server))


def attacked(rest: Answer, facts: Sequence[tuple[str, str, str]]) -> Answer:
    """Answer attacks with the facts whose words stand in a text, and all other questions as somebody else does."""

    def answer(request: ChatRequest) -> Any:
        if "list the people" not in request.messages[-1].content:
            return rest(request)
        text = texts_in(request)[0]
        told = [
            {"tag": tag, "quotes": [words], "value": value, "certainty": 4}
            for tag, value, words in facts
            if f" {words} " in f" {text.replace('.', ' ')} "
        ]
        called = "Nora Feld" if "Nora" in text else "B."
        person = {"called": called, "description": "who sings", "how_many": 1, "facts": told}
        return json.dumps({"people": [person]})

    return answer


async def test_rounds_end_when_nothing_is_told_any_more_and_calls_are_few() -> None:
    facts = [("SEX", "Female", "she"), ("OCCUPATION", "nurse", "nurse"), ("LOCATION", "Cork", "Cork")]
    with ModelServer(attacked(writer(LEFT, mend=[changing(("lives in Cork", "lives in a town"))]), facts)) as server:
        release = await released(server, attacker=None)
    assert release.trace["stopped"] == "nothing is told any more"
    assert [round_["cpr"] for round_ in release.trace["rounds"]] == [0.0, pytest.approx(2 / 3, abs=1e-4), 1.0]  # type: ignore[index, union-attr, call-overload]
    assert release.trace["calls"] == 5


def texts_in_question(question: str) -> list[str]:
    return [found.group(2) for found in FENCED.finditer(question)]


async def test_names_that_the_model_leaves_go_all_the_same() -> None:
    kept = said(
        "Nora Feld is a worker and lives in a town. Most mornings she walks, and on Sundays she sings in a choir."
    )
    with ModelServer(writer(kept)) as server:
        release = await released(server)
    assert "Nora" not in release.text
    assert "is a worker and lives in a town" in release.text
    assert [row["words"] for row in release.trace["floor"]] == ["Nora Feld"]  # type: ignore[union-attr, index, call-overload]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (said("B. is a worker and lives in Dublin. Most mornings B. walks, and on Sundays B. sings."), '"Dublin"'),
        (said("B. is a worker of 44 and lives in a town. Most mornings B. walks, and on Sundays B. sings."), '"44"'),
        (said("I cannot help with that."), "refusal"),
        (said("B. is a worker."), "hardly anything of the original"),
        (said(TEXT), "unchanged"),
        ("I'm sorry, but I can't help.", "valid answer"),
        ("{}", "valid answer"),
        ('{"explanation": "x", "te', "valid answer"),
    ],
)
async def test_where_no_answer_can_be_used_the_edits_of_the_level_stand_in_and_the_trace_says_why(
    answer: str, reason: str
) -> None:
    with ModelServer(writer(*[answer] * 3)) as server:
        release = await released(server)
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        by_rules = await release_of(open_anonymizer("subjectwise", Tools(pool)), Document("d", TEXT))
    assert release.text == by_rules.text
    assert reason in str(release.trace["stopped"])
    assert "the edits of the level stand in" in str(release.trace["stopped"])


async def test_a_model_is_told_what_is_wrong_with_a_rewrite() -> None:
    with ModelServer(writer(said(json.loads(GOOD)["text"].replace("a town", "Dublin")), GOOD)) as server:
        release = await released(server)
    assert release.text == json.loads(GOOD)["text"]


async def test_in_a_language_that_the_engine_does_not_read_nothing_stands_in() -> None:
    text = "Nora Feld jest pielęgniarką i mieszka w Krakowie. Prawie codziennie Nora Feld spaceruje nad rzeką."
    with (
        ModelServer(writer(*["no"] * 3)) as server,
        pytest.raises(RewriteFailedError, match="nothing that can be used"),
    ):
        await released(server, text=text)


async def test_what_was_reached_before_the_model_failed_is_released_and_the_trace_says_so() -> None:
    with ModelServer(writer(LEFT, mend=["no"] * 3)) as server:
        release = await released(server)
    assert str(release.trace["stopped"]).startswith("the model gave no changes that can be used (")
    assert "is a worker" in release.text


async def test_where_a_rewrite_protects_nobody_better_the_edits_of_the_level_stand_in() -> None:
    same = said(TEXT.replace("Most mornings", "In the mornings").replace("Nora Feld is", "B. is"))
    facts = [("OCCUPATION", "nurse", "nurse"), ("LOCATION", "Cork", "Cork")]
    with ModelServer(attacked(writer(same), facts)) as server:
        release = await released(server, attacker=None)
    assert "protects anybody better" in str(release.trace["stopped"])
    assert "In the mornings" not in release.text


async def test_the_lightest_level_asks_nobody() -> None:
    with ModelServer(writer()) as server:
        release = await released(server, {"level": "light"})
    assert not server.requests
    assert "Nora" not in release.text
    assert "nurse" in release.text


async def test_calls_are_limited() -> None:
    with ModelServer(writer(LEFT)) as server:
        release = await released(server, {"calls": 1})
    assert len(server.requests) == 1
    assert release.trace["stopped"] == "the budget of calls is used up"


async def test_a_text_without_leaks_is_not_asked_about() -> None:
    with ModelServer(writer()) as server:
        release = await released(server, text="The rain came early, and the harbour stayed empty all day.")
    assert not [request for request in server.requests if is_rewrite(request.body)]
    assert release.text == "The rain came early, and the harbour stayed empty all day."


@pytest.mark.parametrize("seed", range(6))
async def test_a_faulty_server_gives_a_changed_text_or_an_error(seed: int) -> None:
    faults = RandomFaults(0.5, (FaultKind.MALFORMED, FaultKind.TRUNCATED, FaultKind.SCHEMA_VIOLATION))
    with ModelServer(writer(*[GOOD] * 12), faults=faults, seed=seed) as server:
        try:
            release = await released(server)
        except GygesError:
            return
    assert "Nora" not in release.text
    assert release.text.strip()
