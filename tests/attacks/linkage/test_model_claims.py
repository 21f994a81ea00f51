import json

import pytest

from attacks.answers import watched
from gyges.attacks.linkage import Auxiliary, ModelClaimer, is_dialogue, paraphrase
from gyges.attacks.linkage._claims import NOWHERE, Locator
from gyges.errors import AnswerInvalidError
from gyges.records import Document
from gyges.testing import scripted, scripted_model

pytestmark = pytest.mark.anyio

TEXT = "Ana Gil is a nurse. She moved to Lyon in 1990."
CHAT = "USER: Hi, I am Ana.\nCHATBOT: Hello Ana!\nUSER: I moved to Lyon in 1990."


def _list(*claims: str) -> str:
    return json.dumps({"claims": claims})


async def test_claims_are_located_by_the_sentence_that_shares_most_of_their_words() -> None:
    answer = _list("Ana Gil is a nurse.", "Ana Gil moved  to Lyon.", "Quite unrelated.", "ana gil is a NURSE.", " ")
    claims = await ModelClaimer(scripted_model(scripted([answer]))).claims(Document("a", TEXT))
    assert [claim.text for claim in claims] == ["Ana Gil is a nurse.", "Ana Gil moved to Lyon.", "Quite unrelated."]
    assert [TEXT[claim.start : claim.end] for claim in claims[:2]] == [
        "Ana Gil is a nurse.",
        "She moved to Lyon in 1990.",
    ]
    assert (claims[2].start, claims[2].end) == (NOWHERE, NOWHERE)


async def test_a_conversation_is_retold_first_and_claims_are_made_of_the_account() -> None:
    account = "Ana says that she moved to Lyon in 1990."
    model, provider = watched([json.dumps({"account": account}), _list("Ana moved to Lyon in 1990.")])
    claims = await ModelClaimer(model).claims(Document("a", CHAT))
    assert "This text is a conversation" in provider.requests[0].messages[1].content
    assert account in provider.requests[1].messages[1].content
    assert CHAT not in provider.requests[1].messages[1].content
    assert CHAT[claims[0].start : claims[0].end].endswith("I moved to Lyon in 1990.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CHAT, True),
        ("Ana: Hi\nBo: Hi", False),
        ("Name: Ana Gil\nAge: 34\nCity: Lyon\nJob: nurse", False),
        (TEXT, False),
        ("Ana: I am alone.\nAna: Nobody answers.\nAna: Well.", False),
        ("[Dr. Roe]: So?\n[Ana]: It hurts.\n[Dr. Roe]: Where?", True),
    ],
)
async def test_a_conversation_has_turns_of_at_least_two_speakers(text: str, expected: bool) -> None:
    assert is_dialogue(text) is expected


async def test_long_documents_are_taken_apart_in_pieces() -> None:
    model, provider = watched(lambda request: _list("Ana sings."))
    text = "\n\n".join(["Ana sings loudly every day. " * 40] * 20)
    claims = await ModelClaimer(model).claims(Document("a", text))
    assert len(provider.requests) > 1
    assert len(claims) == 1


@pytest.mark.parametrize("answer", ["no list", _list(), _list(" ")])
async def test_no_usable_list_raises_and_never_means_no_claims(answer: str) -> None:
    with pytest.raises(AnswerInvalidError):
        await ModelClaimer(scripted_model(scripted([answer] * 3))).claims(Document("a", TEXT))


async def test_a_claim_is_found_where_its_rare_words_are() -> None:
    text = "Ana lives in Lyon. Ana likes Lyon, and Ana sings in Lyon. Ana keeps bees."
    assert text[slice(*Locator(text).find("Ana keeps bees in Lyon."))] == "Ana keeps bees."


async def test_known_claims_are_said_in_other_words() -> None:
    known = Auxiliary("a", (0, 4), ("She is 47.", "She bakes."), short=True)
    model, provider = watched([_list("Her age is 47.", "Baking is her job.")])
    assert await paraphrase(known, model) == Auxiliary(
        "a", (0, 4), ("Her age is 47.", "Baking is her job."), short=True
    )
    assert "exactly 2 of them" in provider.requests[0].messages[1].content


async def test_a_paraphrase_that_loses_a_number_or_a_claim_is_asked_for_again() -> None:
    known = Auxiliary("a", (0, 1), ("She is 47.", "She bakes."))
    model, provider = watched(
        [_list("She is old.", "B."), _list("47 is her age."), _list("Her age is 47.", "She is a baker.")]
    )
    assert (await paraphrase(known, model)).texts == ("Her age is 47.", "She is a baker.")
    corrections = [request.messages[-1].content for request in provider.requests[1:]]
    assert "claim 1 must keep its numbers" in corrections[0]
    assert "exactly 2 claims" in corrections[1]
