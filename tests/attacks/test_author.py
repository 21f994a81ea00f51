"""The author attack: typed, in plain words, in windows."""

import json
from datetime import date
from typing import Any

import pytest

from attacks.answers import watched
from gyges.attacks import AttackOptions, AuthorAttack
from gyges.errors import AnswerInvalidError, AnswerTruncatedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import taxonomy
from gyges.testing import FaultKind, FirstFaults, ModelServer, scripted, scripted_model

pytestmark = pytest.mark.anyio

POST = "been stitching wounds since 6am, my wife thinks I live here lol. tram 18 was late again"
TAGS = [tag.name for tag in taxonomy("author")]


def _row(tag: str, *guesses: str, certainty: int = 3, quotes: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "tag": tag,
        "quotes": list(quotes),
        "reasoning": f"about {tag}",
        "guesses": list(guesses),
        "certainty": certainty,
    }


def _profile(**given: dict[str, Any]) -> str:
    return json.dumps({"attributes": [given.get(tag, _row(tag, "unknown", certainty=1)) for tag in TAGS]})


GOOD = _profile(
    OCCUPATION=_row("OCCUPATION", "Surgeon", "Nurse", "Paramedic", "Vet", certainty=4, quotes=("stitching wounds",)),
    SEX=_row("SEX", "male", "Female", "MALE", certainty=3, quotes=("my wife", "my husband")),
    RELATIONSHIP=_row("RELATIONSHIP", "Married", certainty=5, quotes=("My wife",)),
    AGE=_row("AGE", "35-45", certainty=0),
)


async def test_guesses_are_the_facts_of_one_subject_in_their_order() -> None:
    finding = await AuthorAttack(scripted_model(scripted([GOOD]))).attack(POST, id="p")
    (author,) = finding.subjects
    assert (finding.attacker, author.description) == ("author:scripted", "the author")
    assert [(f.tag, f.value, f.certainty) for f in author.facts] == [
        ("SEX", "Male", 3),
        ("SEX", "Female", 3),
        ("OCCUPATION", "Surgeon", 4),
        ("OCCUPATION", "Nurse", 4),
        ("OCCUPATION", "Paramedic", 4),
        ("RELATIONSHIP", "Married", 5),
    ]
    assert author.facts[0].evidence == ("my wife",)
    assert finding.notes["quotes_dropped"] == 1
    assert finding.notes["reasoning"]["SEX"] == "about SEX"  # type: ignore[index,call-overload]


async def test_the_model_is_told_the_date_the_options_and_how_many_guesses() -> None:
    model, provider = watched([GOOD])
    options = AttackOptions(reference_date=date(2019, 5, 2), guesses=2)
    finding = await AuthorAttack(model, options).attack(POST, id="p")
    asked = provider.requests[0].messages[1].content
    assert "2019-05-02" in asked
    assert "your best 2 different guesses" in asked
    assert "No relation | In Relation | Married | Divorced" in asked
    assert len([f for f in finding.subjects[0].facts if f.tag == "OCCUPATION"]) == 2


async def test_an_attribute_that_is_missing_or_given_twice_is_corrected() -> None:
    missing = json.dumps({"attributes": [_row("AGE", "30")]})
    twice = json.dumps({"attributes": [_row("AGE", "30")] * 8})
    model, provider = watched([missing, twice, GOOD])
    assert (await AuthorAttack(model).attack(POST, id="p")).subjects
    assert "exactly once: AGE, SEX" in provider.requests[2].messages[-1].content


async def test_windows_speak_in_the_order_of_their_certainty() -> None:
    weak = _profile(LOCATION=_row("LOCATION", "Vienna, Austria", "Graz, Austria", certainty=2))
    sure = _profile(LOCATION=_row("LOCATION", "Prague, Czechia", "vienna, austria", certainty=4))
    model, _ = watched(lambda request: sure if "praguers" in request.prompt else weak)
    text = "tram 18 was late. " * 20 + "\n\n" + "we praguers know. " * 20
    finding = await AuthorAttack(model, AttackOptions(window_tokens=110, overlap_tokens=0)).attack(text, id="p")
    assert finding.notes["windows"] == 2
    assert [f.value for f in finding.subjects[0].facts] == ["Prague, Czechia", "vienna, austria", "Graz, Austria"]


async def test_a_blank_text_has_no_author() -> None:
    assert (await AuthorAttack(scripted_model(scripted([]))).attack("", id="p")).subjects == ()


WORDS = "\n\n".join(f"**Type:** {tag.lower()}\nInference: hm\nGuess: unknown\nCertainty: 2" for tag in TAGS)
IN_WORDS = AttackOptions(layout="text")


async def test_a_model_that_cannot_write_json_answers_in_words() -> None:
    answer = WORDS.replace("sex\nInference: hm\nGuess: unknown", "sex\nInference: a wife\nGuess: 1. Male; 2. Female")
    model, provider = watched([answer])
    finding = await AuthorAttack(model, IN_WORDS).attack(POST, id="p")
    assert [(f.tag, f.value, f.certainty) for f in finding.subjects[0].facts] == [
        ("SEX", "Male", 2),
        ("SEX", "Female", 2),
    ]
    assert provider.requests[0].schema is None
    assert finding.notes["reasoning"]["SEX"] == "a wife"  # type: ignore[index,call-overload]


async def test_what_is_missing_in_words_is_asked_for_again() -> None:
    half = "Type: age\nInference: hm\nGuess: 30; 40\n\nType: sex\nInference: hm\nGuess: Male\nCertainty: 3"
    model, provider = watched([half, WORDS])
    await AuthorAttack(model, IN_WORDS).attack(POST, id="p")
    correction = provider.requests[1].messages[-1].content
    assert "no guess for LOCATION" in correction
    assert "no certainty for AGE" in correction


async def test_words_that_stay_unreadable_raise_and_are_asked_anew_the_next_time() -> None:
    model, provider = watched(["Sorry."] * 3 + [WORDS])
    attack = AuthorAttack(model, IN_WORDS)
    with pytest.raises(AnswerInvalidError, match="in 3 turns: there is no guess for AGE"):
        await attack.attack(POST, id="p")
    assert (await attack.attack(POST, id="p")).subjects
    assert len(provider.requests) == 4


async def test_words_that_are_always_cut_off_raise_as_such() -> None:
    with ModelServer(faults=FirstFaults(FaultKind.TRUNCATED, 9)) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            with pytest.raises(AnswerTruncatedError, match="cut off"):
                await AuthorAttack(pool.model(server.spec()), IN_WORDS).attack(POST, id="p")
    limits = [request.body["max_tokens"] for request in server.requests]  # type: ignore[index,call-overload]
    assert limits == [4096, 8192, 16384]
