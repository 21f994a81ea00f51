"""The method ``adversarial`` against models that read what they are sent, over HTTP."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from anonymizers.adversarial_world import (
    CLUES,
    POST,
    Clue,
    World,
    is_attack,
    question,
    rewrite,
    texts_in,
    trace_rounds,
)
from gyges.anonymizers import Purpose, Tools, open_anonymizer
from gyges.errors import AnswerInvalidError, ConfigError, ReleaseError, RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, Release, taxonomy
from gyges.testing import Answer, ChatRequest, ModelServer

pytestmark = pytest.mark.anyio

DOCUMENT = Document("p", POST)
CLEAN = POST
for _clue in CLUES:
    CLEAN = CLEAN.replace(_clue.words, _clue.instead)

GERMAN = (
    "Nachtschicht, und am Morgen habe ich geschlafen. Mein Partner ging mit dem Hund am Fluss und brachte Gebäck vom "
    "Markt. Ich wurde letzte Woche älter, was bei der Arbeit niemand glaubt."
)


@asynccontextmanager
async def _pool() -> AsyncIterator[ModelPool]:
    async with ModelPool(cache=ReplyCache()) as pool:
        yield pool


async def _release(
    world: Answer,
    document: Document = DOCUMENT,
    *,
    attacker: str | None = None,
    purpose: Purpose | None = None,
    **options: Any,
) -> tuple[Release, int]:
    """Return the release and the number of requests the server saw."""
    with ModelServer(world) as server:
        async with _pool() as pool:
            tools = Tools(pool, model=server.spec(), attacker=attacker, purpose=purpose or Purpose())
            release = await open_anonymizer("adversarial", tools, options).anonymize(document)
        return release, len(server.requests)


async def test_the_rewriter_is_told_what_the_attacker_concluded_and_by_which_words() -> None:
    world = World()
    release, _ = await _release(world)
    asked = world.rewrites[0]
    text, feedback = texts_in(asked)
    assert text == POST
    assert "LOCATION: Cork, Ireland" in feedback
    assert "given away by: along the Lee" in feedback
    assert "because: The words speak of AGE" in feedback
    assert "unknown" not in feedback
    assert release.text == CLEAN


async def test_fixed_rounds_attack_every_text_and_the_last_one_too() -> None:
    world = World(per_round=1)
    release, calls = await _release(world, stop="never")
    assert (len(world.attacks), len(world.rewrites), calls) == (4, 3, 7)
    assert release.trace["stopped"] == "rounds"
    rounds = trace_rounds(release.trace)
    assert [row["round"] for row in rounds] == [0, 1, 2, 3]
    assert [row["attack"]["counting"] for row in rounds] == [4, 3, 2, 1]
    assert rounds[3]["text"] == release.text


async def test_every_round_is_kept_with_its_text_and_attack_but_the_original_is_not() -> None:
    release, _ = await _release(World(per_round=2))
    first, second, third = trace_rounds(release.trace)
    assert "text" not in first
    assert POST not in json.dumps(release.trace)
    assert first["attack"]["inferences"][0] == {
        "tag": "AGE",
        "guesses": ["34"],
        "certainty": 5,
        "reasoning": "The words speak of AGE in a way that only one answer explains.",
        "evidence": ["34"],
    }
    assert second["text"] != third["text"] == release.text
    assert [row["attack"]["calls"] for row in (first, second, third)] == [1, 1, 1]
    assert [row["calls"] for row in (second, third)] == [1, 1]
    assert json.loads(json.dumps(release.trace)) == release.trace


async def test_in_certainty_mode_bias_is_not_passed_on_in_fixed_rounds_it_is() -> None:
    clues = (*CLUES, Clue("INCOME", "nobody at work", "Medium", "nobody", 2))
    told: dict[str, str] = {}
    for stop in ("certainty", "never"):
        world = World(clues)
        await _release(world, stop=stop)
        told[stop] = texts_in(world.rewrites[0])[1]
    assert "INCOME" not in told["certainty"]
    assert "INCOME: Medium" in told["never"]


async def test_without_feedback_the_attributes_are_named_and_nobody_attacks_in_fixed_rounds() -> None:
    world = World()
    release, calls = await _release(world, feedback=False, stop="never")
    assert (len(world.attacks), len(world.rewrites), calls) == (0, 2, 2)  # the third round asks what the second did
    assert release.trace["calls"] == 3
    assert len(texts_in(world.rewrites[0])) == 1
    assert "- OCCUPATION: What the author does for a living." in world.rewrites[0].prompt
    assert release.text == CLEAN


async def test_a_document_that_gives_nothing_away_is_rewritten_once_unless_it_may_stay() -> None:
    nothing = World(())
    release, _ = await _release(nothing, Document("d", "It rained all day and the shop was shut."))
    assert (len(nothing.attacks), len(nothing.rewrites)) == (1, 1)  # the same text is not attacked twice
    assert "- AGE:" in nothing.rewrites[0].prompt  # there is no feedback, so the attributes are named
    release, calls = await _release(World(()), Document("d", "It rained all day and the shop was shut."), at_least=0)
    assert (release.text, calls, release.trace["stopped"]) == (
        "It rained all day and the shop was shut.",
        1,
        "certainty",
    )


@pytest.mark.parametrize(("most", "attacks", "rewrites"), [(2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (7, 4, 3)])
async def test_it_stops_at_the_budget_with_the_last_good_text(most: int, attacks: int, rewrites: int) -> None:
    world = World(per_round=1)
    release, calls = await _release(world, max_calls=most, stop="never")
    assert (len(world.attacks), len(world.rewrites)) == (attacks, rewrites)
    assert calls <= most
    assert release.trace["stopped"] == ("rounds" if most == 7 else "budget")
    assert release.text == [row for row in trace_rounds(release.trace) if "text" in row][-1]["text"] != POST


async def test_a_budget_that_does_not_reach_the_first_rewrite_is_no_release() -> None:
    with pytest.raises(ConfigError, match="does not reach the first rewrite"):
        await _release(World(), max_calls=1)
    corrected = iter(["{}"])  # the first attack takes a corrective turn, and with it the budget of the rewrite
    world = World()
    with pytest.raises(ReleaseError, match="before the first rewrite"):
        await _release(lambda request: next(corrected, "") or world(request), max_calls=2)
    assert world.rewrites == []


async def test_attacker_and_rewriter_can_be_two_models() -> None:
    attacker, rewriter = World(), World()
    with ModelServer(attacker) as one, ModelServer(rewriter) as two:
        async with _pool() as pool:
            tools = Tools(pool, model=two.spec("small"), attacker=one.spec("large"))
            method = open_anonymizer("adversarial", tools)
            release = await method.anonymize(DOCUMENT)
        assert (method.settings["model"], method.settings["attacker"]) == (
            two.spec("small"),
            f"author:{one.spec('large')}",
        )
    assert (len(attacker.attacks), len(attacker.rewrites)) == (2, 0)
    assert (len(rewriter.attacks), len(rewriter.rewrites)) == (0, 1)
    assert release.text == CLEAN


@pytest.mark.parametrize("attacker", ["rules", "author:rules"])
async def test_the_embedded_attackers_cost_no_calls(attacker: str) -> None:
    clues = (
        Clue("OCCUPATION", "a nurse from Cork", "", "somebody from abroad"),
        Clue("AGE", "I'm 34", "", "I'm an adult"),
        Clue("SEX", "my husband and I", "", "we"),
    )

    def replaced(request: ChatRequest, text: str) -> str:
        assert "Cork" in texts_in(request)[1]
        for clue in clues:
            text = text.replace(clue.words, clue.instead)
        return rewrite(text)

    text = "I'm 34, a nurse from Cork, and my husband and I have just moved house. The boxes are everywhere."
    world = World((), rewriting=replaced)
    release, calls = await _release(world, Document("d", text), attacker=attacker)
    assert world.attacks == []
    assert calls == 1
    assert trace_rounds(release.trace)[0]["attack"]["counting"] > 0
    assert release.trace["stopped"] == "certainty"


async def test_court_files_are_attacked_for_the_applicant_by_tabs_eight_types() -> None:
    case = (
        "The applicant, Mr Pavel Horak, was born in 1953 and lives in Brno. He was represented by Ms Eva Dolezal, a "
        "lawyer practising in Prague. On 4 May 1998 the applicant was arrested on his way to the factory."
    )
    clues = (
        Clue("PERSON", "Mr Pavel Horak", "Pavel Horak", "a man"),
        Clue("LOC", "Brno", "Brno", "a town"),
        Clue("DATETIME", "4 May 1998", "4 May 1998", "a day in the 1990s"),
    )
    world = World(clues, kinds="tab")
    release, calls = await _release(world, Document("c", case), target="applicant", attributes="tab-8")
    asked = world.attacks[0]
    assert "The person in question is the applicant" in asked.prompt
    tags: Any = asked.schema
    assert tags["$defs"]["AttributeRow"]["properties"]["tag"]["enum"][0] == "PERSON"
    assert "The person to protect is the applicant" in world.rewrites[0].prompt
    assert calls == 3
    assert "Horak" not in release.text
    assert "Eva Dolezal" in release.text
    assert str(release.trace["attacker"]).startswith("target[applicant, tab]:")


@pytest.mark.parametrize("level", [1, 2, 3, "3"])
async def test_levels_differ_in_persona_and_explanation(level: Any) -> None:
    world = World()
    release, _ = await _release(world, level=level)
    system, user = (message.content for message in world.rewrites[0].messages)
    assert ("expert" in system) == (int(level) > 1)
    assert ("what you change" in user) == (int(level) == 3)
    assert ("Leave `explanation` empty" in user) == (int(level) < 3)
    assert release.text == CLEAN


async def test_a_model_that_cannot_write_json_answers_after_a_line_with_a_hash() -> None:
    blocks = "\n\n".join(
        f"Type: {tag}\nInference: hm\nGuess: unknown\nCertainty: 1" for tag in (*taxonomy("author").names, "NAME")
    )
    sure = blocks.replace(
        "AGE\nInference: hm\nGuess: unknown\nCertainty: 1", "AGE\nInference: hm\nGuess: 34\nCertainty: 5"
    )

    def answer(request: ChatRequest) -> str:
        if is_attack(request):
            return sure if "34" in texts_in(request)[0] else blocks
        return "I drop the age.\n#\n" + texts_in(request)[0].replace("34", "a year older")

    release, calls = await _release(answer, layout="text")
    assert release.text == POST.replace("34", "a year older")
    assert calls == 3


async def test_purposes_reach_the_rewriter() -> None:
    world = World()
    await _release(world, purpose=Purpose("where I live", "talk about night shifts"))
    assert "where I live" in world.rewrites[0].prompt
    assert "talk about night shifts" in world.rewrites[0].prompt


@pytest.mark.parametrize(
    "bad",
    [
        rewrite("I'm sorry, but I can't help with that."),
        rewrite(POST),
        rewrite("Night shift."),
        rewrite(CLEAN + "\n\nI have removed all personal details to protect the author's privacy."),
        rewrite(GERMAN),
        rewrite(CLEAN + " The words speak of AGE in a way that only one answer explains."),
        "no JSON at all",
    ],
    ids=["refusal", "unchanged", "too short", "explanation", "other language", "conclusions", "no answer"],
)
async def test_a_rewrite_that_is_none_is_no_release(bad: str) -> None:
    with pytest.raises(RewriteFailedError):
        await _release(World(rewriting=lambda *_: bad))


def _fails_in_round(number: int) -> World:
    world = World(per_round=1)

    def answer(request: ChatRequest, text: str) -> str:
        good = sum(clue.instead in text for clue in CLUES) < number - 1
        return rewrite(world.obey(request)) if good else rewrite("I cannot help with that request.")

    world.rewriting = answer
    return world


async def test_on_request_the_last_good_round_is_kept_and_the_failure_told() -> None:
    release, _ = await _release(_fails_in_round(2), on_failure="keep-last-good")
    assert release.text == POST.replace("on the ward", "at my job")
    assert release.trace["stopped"] == "failed"
    assert "refusal" in str(release.trace["failure"])
    for number, on_failure in ((1, "keep-last-good"), (2, "fail")):
        with pytest.raises(RewriteFailedError, match="refusal"):
            await _release(_fails_in_round(number), on_failure=on_failure)


async def test_an_attack_that_fails_is_no_release_whatever_was_good_before() -> None:
    world = World(per_round=1)

    def answer(request: ChatRequest) -> str:
        if is_attack(request) and "at my job" in texts_in(request)[0]:
            return "I would rather not say."
        return world(request)

    for on_failure in ("fail", "keep-last-good"):
        with pytest.raises(AnswerInvalidError):
            await _release(answer, on_failure=on_failure)


async def test_rounds_together_may_not_cut_a_text_to_shreds() -> None:
    """Each round keeps more than the least share of the text before, but all of them together do not."""
    words = [f"word{number}" for number in range(100)]

    def shorter(_: ChatRequest, text: str) -> str:
        return rewrite(" ".join(word for place, word in enumerate(text.split()) if place % 3 < 2))

    clues = (Clue("AGE", "word1", "34", "word1"),)
    with pytest.raises(RewriteFailedError, match="of the words"):
        await _release(World(clues, rewriting=shorter), Document("d", " ".join(words)), stop="never")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"rounds": 0}, "rounds"),
        ({"level": 4}, "level"),
        ({"certainty": 0}, "certainty"),
        ({"target": " "}, "target"),
        ({"at_least": 4}, "at least"),
        ({"stop": "soon"}, "stop"),
        ({"attributes": "all"}, "attributes"),
        ({"on_failure": "shrug"}, "on_failure"),
    ],
)
async def test_options_that_make_no_sense_are_refused(options: Mapping[str, Any], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        await _release(World(), **options)


async def test_a_long_document_is_attacked_and_rewritten_in_windows_with_the_whole_feedback() -> None:
    paragraph = "The rain went on and the shop stayed shut, so we sat by the stove and told each other old stories. "
    text = f"{POST}\n\n{paragraph * 180}\n\nWhen I was 34 I still believed them."
    world = World()
    release, _ = await _release(world, Document("long", text))
    rounds = trace_rounds(release.trace)
    assert rounds[1]["rewrite"]["windows"] == len(world.rewrites) == 2
    assert len({texts_in(request)[1] for request in world.rewrites if len(texts_in(request)) > 1}) == 1
    assert "34" not in release.text
    assert release.text.count("old stories") == 180


async def test_the_name_is_an_attribute_though_it_is_none_of_the_eight() -> None:
    signed = f"{POST}\n\nMaeve Tully"
    world = World(clues=(*CLUES, Clue("NAME", "Maeve Tully", "Maeve Tully", "M.")))
    release, _ = await _release(world, Document("p", signed))
    assert "- NAME:" in question(world.attacks[0])
    assert "Maeve" not in release.text
    assert release.text.endswith("M.")
