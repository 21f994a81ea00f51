"""A text is rewritten window by window, over real sockets: bad answers are corrected, repaired or fail."""

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonymizers.rewrites import CIRCLES, ECHO, EXPLAINED, GERMAN, GOOD, REFUSAL, STORY, TRUNCATED, in_words, typed
from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.paraphrasing._paraphrase import Sanitize
from gyges.anonymizers.rewriting import RewritePrompt, RewriteRules, Rewritten, rewrite_text, room_for
from gyges.anonymizers.rewriting._glossary import Glossary
from gyges.errors import GygesError, RequestRefusedError, RewriteFailedError
from gyges.models import DocumentText, ModelPool, ReplyCache
from gyges.testing import (
    Answer,
    ChatRequest,
    FaultKind,
    FirstFaults,
    ModelServer,
    RandomFaults,
    scripted,
    scripted_model,
)

pytestmark = pytest.mark.anyio

FENCED = re.compile(r"<<<([0-9a-f]{16})\n(.*?)\n\1>>>", re.DOTALL)
BAD = {
    "empty": ("", "is empty"),
    "refusal": (REFUSAL, "refusal"),
    "explanation": (EXPLAINED, "speaks about the changes"),
    "truncated": (TRUNCATED, "missing (at its end)"),
    "language": (GERMAN, "another language"),
    "echo": (ECHO, "marks that stood around the data"),
    "circles": (CIRCLES, "over and over"),
    "unchanged": (STORY, "unchanged"),
}


def _ask(rules: RewriteRules) -> Callable[[DocumentText, str], RewritePrompt]:
    return lambda window, glossary: Sanitize(window, glossary, rules.layout, Purpose())


async def _rewritten(server: ModelServer, text: str = STORY, rules: RewriteRules | None = None) -> Rewritten:
    rules = rules or RewriteRules()
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        return await rewrite_text(pool.model(server.spec()), text, _ask(rules), rules)


async def test_a_good_answer_is_the_text_without_the_explanation() -> None:
    with ModelServer(scripted([typed(GOOD, "The name goes.")])) as server:
        done = await _rewritten(server)
    assert done == Rewritten(GOOD, {"windows": 1, "repairs": [], "glossary": 0}, "The name goes.")


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("layout", ["typed", "text"])
async def test_a_bad_answer_is_corrected(case: str, layout: str) -> None:
    wrap = typed if layout == "typed" else in_words
    with ModelServer(scripted([wrap(BAD[case][0]), wrap(GOOD)])) as server:
        done = await _rewritten(server, rules=RewriteRules(layout=layout))  # type: ignore[arg-type]
    assert done.text == GOOD
    assert BAD[case][1] in str(server.requests[-1].body)


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("layout", ["typed", "text"])
async def test_bad_answers_to_the_end_fail_with_their_reason(case: str, layout: str) -> None:
    wrap = typed if layout == "typed" else in_words
    with (
        ModelServer(scripted([wrap(BAD[case][0])] * 3)) as server,
        pytest.raises(RewriteFailedError, match=re.escape(BAD[case][1])),
    ):
        await _rewritten(server, rules=RewriteRules(layout=layout))  # type: ignore[arg-type]
    assert len(server.requests) == 3


async def test_an_answer_without_separator_is_not_taken_for_the_text() -> None:
    rules = RewriteRules(layout="text")
    bare = f"I make it more general.\n\n{GOOD}"
    with (
        ModelServer(scripted([bare] * 3)) as server,
        pytest.raises(RewriteFailedError, match="no line with a single #"),
    ):
        await _rewritten(server, rules=rules)
    with ModelServer(scripted([bare, in_words(GOOD)])) as server:
        assert (await _rewritten(server, rules=rules)).text == GOOD


@pytest.mark.parametrize("layout", ["typed", "text"])
async def test_a_cut_off_answer_is_asked_for_again_with_more_room(layout: str) -> None:
    answers = scripted([(typed if layout == "typed" else in_words)(GOOD)] * 2)
    rules = RewriteRules(layout=layout)  # type: ignore[arg-type]
    with ModelServer(answers, faults=FirstFaults(FaultKind.TRUNCATED, 1)) as server:
        assert (await _rewritten(server, rules=rules)).text == GOOD
    first, second = (json.loads(json.dumps(request.body))["max_tokens"] for request in server.requests)
    assert (first, second) == (room_for(STORY), 2 * room_for(STORY))


@pytest.mark.parametrize("layout", ["typed", "text"])
async def test_answers_cut_off_to_the_end_fail(layout: str) -> None:
    rules = RewriteRules(layout=layout)  # type: ignore[arg-type]
    with (
        ModelServer(scripted([typed(GOOD)]), faults=FirstFaults(FaultKind.TRUNCATED, 9)) as server,
        pytest.raises(RewriteFailedError, match="cut off at the token limit"),
    ):
        await _rewritten(server, rules=rules)


async def test_an_endpoint_that_refuses_raises_and_releases_nothing() -> None:
    with ModelServer(scripted([])) as server, pytest.raises(RequestRefusedError):
        await _rewritten(server)


async def test_under_random_faults_there_is_the_rewrite_or_an_error() -> None:
    kinds = tuple(kind for kind in FaultKind if kind is not FaultKind.HANG)
    done = 0
    with ModelServer(lambda _: typed(GOOD), faults=RandomFaults(0.4, kinds), seed=3) as server:
        for number in range(12):
            story = STORY.replace("1998", str(1960 + number))  # another text, another question
            try:
                done += (await _rewritten(server, story)).text == GOOD
            except GygesError:
                continue
    assert done >= 6


# Long texts -----------------------------------------------------------------------------------------------------------


def _renaming(labels: list[str]) -> Answer:
    """A model that knows no name but invents one for each window, unless it is told what came before."""

    def answer(request: ChatRequest) -> str:
        window, *lists = (match[2] for match in FENCED.finditer(request.prompt))
        told = dict(line.split(" -> ") for line in "\n".join(lists).splitlines())
        name = told.get("Nora Feld") or f"Person {len(labels)}"
        labels.append(name)
        return typed(window.replace("Nora Feld", name))

    return answer


LONG = "\n\n".join(
    f"Entry {n}. In the morning Nora Feld went to the market and bought {n} apples for the children next door.   "
    for n in range(60)
)
WINDOWS = RewriteRules(window_tokens=300)


async def test_windows_of_a_long_text_call_a_person_the_same() -> None:
    labels: list[str] = []
    with ModelServer(_renaming(labels)) as server:
        done = await _rewritten(server, LONG, WINDOWS)
    assert len(labels) == done.notes["windows"]
    assert len(labels) > 4
    assert set(labels) == {"Person 0"}
    assert done.text == LONG.replace("Nora Feld", "Person 0")
    assert done.notes["glossary"] == 1


async def test_one_bad_window_fails_the_whole_text() -> None:
    calls: list[int] = []

    def answer(request: ChatRequest) -> str:
        calls.append(1)
        window = FENCED.search(request.messages[1].content)
        assert window
        return typed(REFUSAL if len(calls) > 2 else window[2].replace("Nora Feld", "She"))

    model = scripted_model(answer)
    with pytest.raises(RewriteFailedError, match=r"part 3 of \d+ was not rewritten.*refusal"):
        await rewrite_text(model, LONG, _ask(WINDOWS), WINDOWS)


@given(st.lists(st.sampled_from(["Word went there. ", "\n\n", "\n", "   ", "\t", "***", "🙂 ", "Ende."]), max_size=80))
async def test_what_stands_between_windows_is_kept_as_it_was(pieces: list[str]) -> None:
    text = "".join(pieces)
    rules = RewriteRules(window_tokens=50, unchanged="always")
    model = scripted_model(lambda request: typed(FENCED.search(request.prompt)[2]))  # type: ignore[index]
    assert (await rewrite_text(model, text, _ask(rules), rules)).text == text


async def test_a_text_without_words_needs_no_model() -> None:
    model = scripted_model(scripted([]))
    for text in ("", " \n ", "***\n---"):
        assert (await rewrite_text(model, text, _ask(WINDOWS), WINDOWS)).text == text


def test_the_list_of_names_holds_what_was_replaced_and_only_that() -> None:
    glossary = Glossary()
    glossary.learn("Nora Feld met Tom Berg in Cork. Nora Feld left.", "Ms A met Tom Berg in a town. Ms A left.")
    assert glossary.lines_for("Feld came to Cork with Tom Berg.") == ("Nora Feld -> Ms A", "Cork -> a town")
    assert glossary.lines_for("Nobody came.") == ()


def test_the_first_replacement_of_a_name_counts() -> None:
    glossary = Glossary()
    glossary.learn("Nora Feld left.", "Ms A left.")
    glossary.learn("Nora Feld came.", "Ms B came.")
    assert glossary.lines_for("Nora Feld") == ("Nora Feld -> Ms A",)
