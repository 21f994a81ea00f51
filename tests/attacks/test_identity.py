import json

import pytest

from attacks.answers import watched
from gyges.attacks import AttackOptions, IdentityAttack
from gyges.errors import AnswerInvalidError
from gyges.testing import scripted, scripted_model

pytestmark = pytest.mark.anyio

TEXT = "[PERSON] wrote the first programme for a machine that was never built, in notes of 1843."


def _answer(*guesses: tuple[str, int], quotes: tuple[str, ...] = ("first programme", "in 1843")) -> str:
    rows = [{"name": name, "certainty": certainty} for name, certainty in guesses]
    return json.dumps({"quotes": quotes, "reasoning": "The notes on the engine.", "guesses": rows})


async def test_names_are_the_facts_of_one_subject_in_their_order() -> None:
    answer = _answer(("Ada Lovelace", 4), ("Charles Babbage", 5), ("[PERSON]", 3), ("ada  LOVELACE", 2), ("X Y", 0))
    finding = await IdentityAttack(scripted_model(scripted([answer]))).attack(TEXT, id="b")
    (who,) = finding.subjects
    assert finding.attacker == "identity:scripted"
    assert [(f.tag, f.value, f.certainty) for f in who.facts] == [
        ("NAME", "Ada Lovelace", 4),
        ("NAME", "Charles Babbage", 5),
    ]
    assert who.facts[0].evidence == ("first programme",)
    assert (finding.notes["quotes_dropped"], finding.notes["windows"]) == (1, 1)


async def test_no_more_names_than_asked_for() -> None:
    model, provider = watched([_answer(*[(f"Person {letter}", 2) for letter in "ABCDEFG"])])
    finding = await IdentityAttack(model, AttackOptions(top_k=3)).attack(TEXT, id="b")
    assert len(finding.subjects[0].facts) == 3
    assert "up to 3 different people" in provider.requests[0].messages[1].content


async def test_a_model_with_no_idea_gives_an_empty_finding() -> None:
    assert (await IdentityAttack(scripted_model(scripted([_answer()]))).attack(TEXT, id="b")).subjects == ()


async def test_names_of_several_windows_are_ranked_by_certainty() -> None:
    model, _ = watched(
        lambda request: _answer(("B B", 5)) if "1843" in request.prompt else _answer(("A A", 2), ("B B", 1))
    )
    options = AttackOptions(window_tokens=100, overlap_tokens=0)
    finding = await IdentityAttack(model, options).attack("She wrote. " * 30 + "\n\n" + TEXT, id="b")
    assert finding.notes["windows"] == 2
    assert [f.value for f in finding.subjects[0].facts] == ["B B", "A A"]


async def test_an_answer_that_cannot_be_read_raises() -> None:
    with pytest.raises(AnswerInvalidError):
        await IdentityAttack(scripted_model(scripted(["Ada!"] * 3))).attack(TEXT, id="b")
