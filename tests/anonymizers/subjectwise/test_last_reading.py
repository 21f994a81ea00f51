"""The last reading: what brings something back is read once more, and then refused."""

import json
from collections.abc import Awaitable, Callable

import pytest

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._last_reading import LastReading, Reader
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding, Standing
from gyges.anonymizers.subjectwise._tellings import Tellings
from gyges.models import Spending, account, model_of
from gyges.testing import ScriptedProvider, scripted

pytestmark = pytest.mark.anyio

TEXT = "Nora Feld is a nurse on the ward. Most mornings she walks along the quay, and on Sundays she sings."
EDITED = "B. is a worker in a house. Most mornings B. walks along the quay, and on Sundays B. sings."
BETTER = EDITED.replace("a worker in a house", "one of the nurses").replace("Most mornings", "Every morning")
BEST = EDITED.replace("Most mornings", "Every morning")


async def judge(version: Version) -> Standing:
    """A reader who knows the job where nurses are spoken of."""
    start = version.text.find("one of the nurses")
    leaks = (Leak("OCCUPATION", "nurse", ((start, start + 17),)),) if start >= 0 else ()
    person = PersonStanding("0", "Nora Feld", 0.0 if leaks else 1.0, 1, leaks)
    return Standing(person.protection, person.protection, 0.8, (person,))


async def read(
    *answers: str, calls: int | None = None, attacked: Callable[[Version], Awaitable[Standing]] = judge
) -> tuple[LastReading, list[str]]:
    rows = [json.dumps({"explanation": "", "text": text}) for text in answers]
    provider = ScriptedProvider(scripted(rows))
    draft = Draft(TEXT, ())
    draft.now = EDITED
    with account() as spent:
        budget = CallBudget(spent if calls is None else Spending(), calls)
        options = SubjectwiseOptions()
        reader = Reader(model_of(provider), Purpose(), options, budget, attacked, draft, Tellings())
        done = await reader.read(draft.version(), await attacked(draft.version()))
    return done, [request.messages[1].content for request in provider.requests]


async def test_a_reading_that_brings_nothing_back_is_taken_at_once() -> None:
    done, asked = await read(BEST)
    assert (done.version.text, done.notes, len(asked)) == (BEST, {"taken": True}, 1)


async def test_a_reading_from_which_more_can_be_told_is_read_once_more_by_a_model_that_is_told_what() -> None:
    done, asked = await read(BETTER, BEST)
    assert (done.version.text, done.notes) == (BEST, {"taken": True})
    assert "OCCUPATION: nurse - given away by: one of the nurses" in asked[1]
    assert BETTER in asked[1]


@pytest.mark.parametrize("second", [BETTER, BETTER.replace("sings", "sings well")])
async def test_a_second_reading_that_tells_as_much_leaves_the_text_as_it_was(second: str) -> None:
    done, asked = await read(BETTER, second)
    assert (done.version.text, len(asked)) == (EDITED, 2)
    assert done.notes == {"refused": "a reader could tell more from it"}


async def test_without_budget_nothing_is_read_a_second_time() -> None:
    done, asked = await read(BETTER, calls=1)
    assert (done.version.text, len(asked)) == (EDITED, 0)


@pytest.mark.parametrize(
    ("steady", "quote", "problem"),
    [
        (False, "sings", {"taken": True}),
        (False, "Every morning", {"refused": "a reader could tell more from it"}),
        (False, "", {"refused": "a reader could tell more from it"}),
        (True, "sings", {"refused": "a reader could tell more from it"}),
    ],
)
async def test_what_a_model_reads_only_now_from_words_that_stood_there_before_was_not_brought_back(
    steady: bool, quote: str, problem: dict[str, object]
) -> None:
    async def by_chance(version: Version) -> Standing:
        start = version.text.find(quote) if quote else -1
        places = ((start, start + len(quote)),) if start >= 0 else ()
        leaks = (Leak("SEX", "Female", places),) if version.text != EDITED else ()
        person = PersonStanding("0", "Nora Feld", 0.5 if leaks else 1.0, 2, leaks)
        return Standing(person.protection, person.protection, 0.8, (person,), steady)

    done, _ = await read(BEST, BEST, attacked=by_chance)
    assert done.notes == problem
    assert done.standing.worst == (0.5 if "taken" in problem else 1.0)
