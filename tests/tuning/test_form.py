"""Feedback in a form that an agent wrote for the task, once."""

import json
from pathlib import Path

import pytest

from gyges.records import Document
from gyges.runs import Journal
from gyges.testing import ChatRequest, scripted_model
from gyges.tuning import (
    DocumentOutcome,
    Goal,
    InstructionCheck,
    LeakedFact,
    Meter,
    Scores,
    UtilityLoss,
    metered,
    rich_feedback,
)
from gyges.tuning._form import FeedbackForm, WriteForm, filled
from gyges.tuning._proposer import Brief, Proposer

pytestmark = pytest.mark.anyio

FORM = (
    "P {{ '%.2f' % privacy }} U {{ '%.2f' % utility }}{% if failed %} NO TEXT: {{ failed }}{% endif %}\n"
    "{% for leak in leaks %}STILL {{ leak.kind }} {{ leak.value }} by {{ leak.words | join(' and ') }}\n{% endfor %}"
    "{% for loss in losses %}LOST {{ loss.what }}{% endfor %}"
)
ASK = WriteForm("who it is", "what happened", "both", "names gone", "words kept")
OUTCOME = DocumentOutcome(
    "d", Scores(0.5, 0.8, 0.5), "Ana called.", (LeakedFact("NAME", "Ana", "", ("Ana",)),), (UtilityLoss("a word"),)
)


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{% for leak in leaks %}", "cannot be filled in"),
        ("{{ leaks[0].value }} {{ privacy }} {{ utility }} {{ losses[0].what }}", "cannot be filled in"),
        ("{{ ''.__class__.__mro__ }}", "cannot be filled in"),
        ("{{ privacy }} {{ utility }} {% for one in leaks %}{{ one.value }}{% endfor %}", "leaves out 'half of a"),
        ("Well done.", "leaves out '0.25'"),
    ],
)
def test_a_form_that_says_too_little_or_cannot_be_filled_in_is_refused(template: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ASK.check(FeedbackForm(reason="", template=template))


def test_a_form_is_filled_in_with_what_was_measured() -> None:
    ASK.check(FeedbackForm(reason="", template=FORM))
    assert filled(FORM, OUTCOME, Goal()) == "P 0.50 U 0.80\nSTILL NAME Ana by Ana\nLOST a word"


async def test_the_agent_is_asked_once_and_a_replay_asks_nobody(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(request: ChatRequest) -> str:
        asked.append(request.messages[-1].content)
        if "Write a Jinja template" in asked[-1]:
            return json.dumps({"reason": "so", "template": FORM})
        return json.dumps({"change": "so", "instruction": "Leave out names."})

    for _ in range(2):
        with Journal(tmp_path / "journal") as journal:
            meter = Meter()
            model, check = metered(scripted_model(answer), meter), InstructionCheck.against([], "")
            proposer = Proposer(model, Brief(Goal()), check, journal, meter, agent=True)
            for _ in range(2):
                await proposer.propose("Old.", [(Document("d", "Ana called."), OUTCOME)], rich_feedback)
    assert sum("Write a Jinja template" in one for one in asked) == 1
    assert [("STILL NAME Ana by Ana" in one) for one in asked] == [False, True, True]
