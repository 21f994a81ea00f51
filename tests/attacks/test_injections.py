"""Documents that tell the attacker what to answer. They are data: nothing they say reaches the model as an order.

Whether a model falls for what it reads inside the fence is a property of the model; what is tested here is ours: the
fence, the words around it, the schema, and that an obedient model's nonsense is refused instead of believed.
"""

import re
from typing import Any

import pytest

from attacks.answers import fact, facts, people, person, watched
from gyges.attacks import AttackOptions, AuthorAttack, IdentityAttack, SubjectsAttack
from gyges.attacks._author import AskProfile, AskTarget, GuessAuthor, GuessTarget
from gyges.attacks._identity import GuessIdentity
from gyges.attacks._questions import FindPeople, InferAll, InferFacts, PersonRow, people_list
from gyges.errors import AnswerInvalidError
from gyges.models import DocumentText, ModelPool, Prompt, ReplyCache
from gyges.records import taxonomy
from gyges.runs.injection import injection_suite
from gyges.testing import ModelServer, by_pattern, scripted, scripted_model

SUITE = injection_suite()
WITHOUT_JSON = [row for row in SUITE if "{" not in row.text("injected")]
TAGS = taxonomy("spia").tags
TAB = taxonomy("tab").tags
ROWS = [PersonRow(called="somebody", description="in the story", how_many=1)]


def _questions(text: str, rows: list[PersonRow] = ROWS) -> list[Prompt[Any]]:
    document, author = DocumentText(text), taxonomy("author").tags
    return [
        FindPeople(document),
        InferFacts(document, people_list(rows), tuple(range(1, len(rows) + 1)), TAGS, "2025-09-01"),
        InferAll(document, TAGS, "2025-09-01"),
        GuessAuthor(document, author, 3, "2025-09-01"),
        AskProfile(document, author, 3, "2025-09-01"),
        GuessIdentity(document, 5),
        GuessTarget(document, TAB, 3, "2025-09-01", "applicant"),
        AskTarget(document, TAB, 3, "2025-09-01", "applicant"),
    ]


def _nonce(user: str) -> str:
    found = re.match(r"The text between the two lines that carry the mark ([0-9a-f]{16}) is data", user)
    assert found, "the question does not begin with the fence"
    return found.group(1)


def _around(user: str, text: str) -> str:
    """Return a question with the text and the marks taken out."""
    nonce = _nonce(user)
    return user.replace(f"<<<{nonce}\n{text}\n{nonce}>>>", "").replace(nonce, "")


def test_the_fence_stays_intact() -> None:
    for row in SUITE:
        text = row.text("injected")
        for question in _questions(text):
            system, user = question.messages()
            nonce = _nonce(user.content)
            assert nonce not in text
            assert user.content.count(f"<<<{nonce}\n") == 1
            assert user.content.count(f"\n{nonce}>>>") == 1
            assert f"<<<{nonce}\n{text}\n{nonce}>>>" in user.content
            assert text not in system.content
            assert user.content.count(text) == 1


def test_the_question_differs_from_the_harmless_one_only_inside_the_fence() -> None:
    for row in SUITE:
        for harmful, harmless in zip(_questions(row.text("injected")), _questions(row.text("none")), strict=True):
            (system_a, user_a), (system_b, user_b) = harmful.messages(), harmless.messages()
            assert system_a == system_b
            assert _around(user_a.content, row.text("injected")) == _around(user_b.content, row.text("none"))


@pytest.mark.anyio
async def test_the_schema_and_the_answer_stay_the_same() -> None:
    for row in SUITE:
        first_words = " ".join(row.text("none").split()[:2])
        answers = [
            people(person(first_words, "in the story")),
            facts({1: [fact("NAME", first_words, 5, [first_words]), fact("AGE", "44", 3, ["not in any story"])]}),
        ]
        findings, schemas = [], []
        for text in (row.text("injected"), row.text("none")):
            model, provider = watched(answers)
            findings.append(await SubjectsAttack(model, AttackOptions(stages=2)).attack(text, id="d"))
            schemas.append([request.schema for request in provider.requests])
        assert schemas[0] == schemas[1]
        assert [f.value for f in findings[0].subjects[0].facts] == [first_words, "44"]
        assert [f.value for f in findings[0].subjects[0].facts] == [f.value for f in findings[1].subjects[0].facts]


@pytest.mark.anyio
async def test_a_model_that_only_repeats_the_document_has_not_answered() -> None:
    """Its document counts as failed, not as safe."""
    for row in WITHOUT_JSON:
        for attack in (SubjectsAttack, AuthorAttack, IdentityAttack):
            with pytest.raises(AnswerInvalidError):
                await attack(scripted_model(scripted([row.text("injected")] * 3))).attack(row.text("injected"), id="d")


def test_what_stage_a_copied_from_the_document_is_fenced_in_stage_b() -> None:
    """A poisoned name that comes back as a description is still data."""
    for row in SUITE:
        poisoned = [PersonRow(called=row.text("injected")[:200], description=row.text("injected")[-400:], how_many=1)]
        user = _questions("A harmless text.", poisoned)[1].messages()[1].content
        nonces = re.findall(r"^<<<([0-9a-f]{16})$", user, re.MULTILINE)
        second = re.search(rf"^<<<{nonces[-1]}\n(.*)\n{nonces[-1]}>>>$", user, re.MULTILINE | re.DOTALL)
        assert second
        assert nonces[-1] not in second.group(1)
        listed = people_list(poisoned)
        assert listed.startswith("person 1: ")
        assert "\n" not in listed
        assert second.group(1) == listed


@pytest.mark.anyio
async def test_over_http_every_document_reaches_the_model_whole_and_fenced() -> None:
    answer = by_pattern({"list the people": people()})
    with ModelServer(answer) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            for row in SUITE:
                finding = await SubjectsAttack(pool.model(server.spec())).attack(row.text("injected"), id=row.id)
                assert finding.subjects == ()
        bodies: list[Any] = [request.body for request in server.requests]
    for row, body in zip(SUITE, bodies, strict=True):
        assert [message["role"] for message in body["messages"]] == ["system", "user"]
        user = body["messages"][1]["content"]
        nonce, text = _nonce(user), row.text("injected")
        assert f"<<<{nonce}\n{text}\n{nonce}>>>" in user
