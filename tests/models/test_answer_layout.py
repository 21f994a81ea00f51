"""Answers to prompts of the user's own are read as their templates say, and drawn as it is said for their role."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gyges.anonymizers import Purpose
from gyges.anonymizers._dp_prompt import ParaphraseHotly
from gyges.anonymizers.rewriting import RewriteRules, rewrite_text
from gyges.attacks._author import GuessAuthor
from gyges.attacks._questions import FindPeople, InferFacts
from gyges.cli._model_flags import ModelFlags
from gyges.errors import AnswerInvalidError, ConfigError
from gyges.models import DocumentText, Prompt, SampledRole, Sampling, Wording, read_prompts, shipped_prompts
from gyges.models._openai import OpenAIDialect
from gyges.models._parse import parse_laid_out
from gyges.scoring._judge import CompareValues
from gyges.scoring._utility import RateRelease
from gyges.testing import ChatRequest, scripted_model

pytestmark = pytest.mark.anyio

TEXT = DocumentText("Ana met Ben.")

LISTED = '{# answer: {people: {lines: "{called} - {description}", each: {how_many: {value: 1}}}} #}'
BLOCKS = """{# answer:
attributes:
  blocks: "Type:"
  each:
    tag: {label: "Type", words: {age: AGE, place: LOCATION}}
    reasoning: {label: Inference}
    guesses: {label: Guess, split: ";"}
    certainty: {label: Certainty}
    quotes: {value: []}
#}"""
RATED = """{# answer:
readability: readability.score
readability_reason: readability.explanation
meaning: meaning.score
meaning_reason: meaning.explanation
additions: {path: hallucinations.score, words: {0: true, 1: false}}
additions_reason: {value: ""}
#}"""
FACTS = """{# answer:
people:
  path: ""
  each:
    id: id
    facts: {path: PIIs, each: {tag: tag, value: keyword, certainty: certainty, quotes: {value: []}}}
#}"""
CASES: dict[str, tuple[str, str, type[Prompt[Any]]]] = {
    "attacks/people": (LISTED, "Here they are:\n- Ana - a baker\n* Ben - her friend\n", FindPeople),
    "attacks/author": (
        BLOCKS,
        "Type: age\nInference: She says so,\ntwice.\nGuess: 34; 35; 36\nCertainty: 4\n\n"
        "Type: place\nInference: -\nGuess: Oslo\nCertainty: 1",
        GuessAuthor,
    ),
    "scoring/utility": (
        RATED,
        'Sure: {"readability": {"explanation": "ok", "score": 8}, "meaning": {"explanation": "", "score": 6}, '
        '"hallucinations": {"score": 1}}',
        RateRelease,
    ),
    "scoring/judge": (
        "{# answer: {answer: {words: {yes: same, no: different, less precise: less_precise}}} #}",
        "Less precise.",
        CompareValues,
    ),
    "attacks/facts": (
        FACTS,
        '[{"id": 1, "PIIs": [{"tag": "AGE", "keyword": "34", "certainty": "5"}]}]',
        InferFacts,
    ),
}


def _own(tmp_path: Path, name: str, stated: str) -> Wording:
    """Return a prompt that shows its documents and uses no other field of ours."""
    shown = "".join(f"{{{{ {field} }}}}" for field in shipped_prompts()[name].documents)
    place = tmp_path / f"{name}.jinja"
    place.parent.mkdir(parents=True)
    place.write_text(f"{stated}\n{{% block user %}}{shown}{{% endblock %}}", encoding="utf-8")
    return read_prompts(tmp_path)


@pytest.mark.parametrize("name", CASES)
def test_an_answer_is_read_as_the_template_says(tmp_path: Path, name: str) -> None:
    stated, said, prompt = CASES[name]
    wording = _own(tmp_path, name, stated)
    layout = wording.layout(prompt.file())
    assert layout is not None
    asked: Any = _Any(prompt)
    assert parse_laid_out(said, asked, layout).model_dump() == WANTED[name]


class _Any:
    """Stands for a prompt of which only the answer is of interest."""

    def __init__(self, prompt: type[Prompt[Any]]) -> None:
        self.answer = prompt.answer

    def check(self, answer: object) -> None:
        del answer


_AGE = {"tag": "AGE", "reasoning": "She says so,\ntwice.", "guesses": ["34", "35", "36"], "certainty": 4, "quotes": []}
_PLACE = {"tag": "LOCATION", "reasoning": "-", "guesses": ["Oslo"], "certainty": 1, "quotes": []}
_ANA = {"called": "Ana", "description": "a baker", "how_many": 1}
WANTED = {
    "attacks/people": {"people": [_ANA, {"called": "Ben", "description": "her friend", "how_many": 1}]},
    "attacks/author": {"attributes": [_AGE, _PLACE]},
    "scoring/utility": {
        "readability": 8,
        "readability_reason": "ok",
        "meaning": 6,
        "meaning_reason": "",
        "additions": False,
        "additions_reason": "",
    },
    "scoring/judge": {"answer": "less_precise"},
    "attacks/facts": {"people": [{"id": 1, "facts": [{"tag": "AGE", "value": "34", "certainty": 5, "quotes": []}]}]},
}


async def test_a_pasted_prompt_is_asked_without_a_schema_and_told_what_is_wrong(tmp_path: Path) -> None:
    asked: list[ChatRequest] = []

    def answer(request: ChatRequest) -> str:
        asked.append(request)
        return "perhaps" if len(asked) == 1 else "No."

    name = "scoring/judge"
    model = scripted_model(answer)
    model.wording = _own(tmp_path, name, CASES[name][0])
    said = await model.ask(CompareValues("AGE", "", DocumentText("34"), DocumentText("50")))
    assert said.answer == "different"
    assert [one.schema for one in asked] == [None, None]
    assert "say one of yes, no, less precise" in asked[1].prompt
    never = scripted_model(lambda _: "perhaps")
    never.wording = model.wording
    with pytest.raises(AnswerInvalidError):
        await never.ask(CompareValues("AGE", "", DocumentText("34"), DocumentText("51")))


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("{# answer: {people: {line: x}} #}", "people.line"),
        ("{# answer: [ #}", "does not say"),
        ("{# answer: #}", "answer"),
    ],
)
def test_a_layout_that_says_nothing_is_refused_before_anything_is_asked(tmp_path: Path, stated: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        _own(tmp_path, "attacks/people", stated)


def test_a_field_that_an_answer_must_have_is_missed_when_it_is_asked(tmp_path: Path) -> None:
    wording = _own(tmp_path, "scoring/utility", "{# answer: {readability: a} #}")
    layout = wording.layout(RateRelease.file())
    assert layout is not None
    with pytest.raises(ConfigError, match="says nothing of 'additions'"):
        parse_laid_out("8", RateRelease(TEXT, TEXT), layout)


async def test_answers_are_drawn_as_their_role_is_told() -> None:
    model = scripted_model(lambda _: '{"answer": "same"}')
    model.wording = Wording().drawn({"judge": Sampling(0.1, 0.9), "attacker": Sampling(1.0)})
    prompt = CompareValues("AGE", "", DocumentText("34"), DocumentText("50"))
    await model.ask(prompt)
    (request,) = model.provider.requests  # type: ignore[attr-defined]
    assert (request.temperature, request.top_p) == (0.1, 0.9)
    assert request.digest("e", "m") != replace(request, top_p=None).digest("e", "m")
    body = OpenAIDialect("m").body(request)
    assert (body["temperature"], body["top_p"]) == (0.1, 0.9)
    assert "top_p" not in OpenAIDialect("m").body(replace(request, top_p=None))
    assert model.wording.setting("attacks") == {"prompts": {"answers of the attacker": "temperature=1"}}


async def test_a_temperature_of_the_method_wins_over_that_of_the_role() -> None:
    model = scripted_model(lambda _: '{"explanation": "", "text": "Someone met someone."}')
    model.wording = Wording().drawn({"anonymizer": Sampling(0.3, 0.5)})
    ask = partial(ParaphraseHotly, glossary="", layout="typed", purpose=Purpose())
    await rewrite_text(model, TEXT, lambda window, _: ask(window), RewriteRules(temperature=1.5))
    (request,) = model.provider.requests  # type: ignore[attr-defined]
    assert (request.temperature, request.top_p) == (1.5, 0.5)


def test_sampling_is_said_in_the_settings_file_and_by_flags(tmp_path: Path) -> None:
    file = tmp_path / "gyges.yaml"
    file.write_text("sampling: {judge: {temperature: 0.1}, matcher: {top_p: 0.5}}\n")
    flags = ModelFlags(config=file, sampling=["judge.temperature=0.7", "matcher.temperature=0"])
    plan: dict[SampledRole, Sampling] = {"judge": Sampling(0.2), "attacker": Sampling(0.1)}
    assert dict(flags.settings(plan).prompts.sampling) == {
        "attacker": Sampling(0.1),
        "judge": Sampling(0.7),
        "matcher": Sampling(0.0, 0.5),
    }
    for wrong in ("judge.heat=1", "cook.temperature=1", "judge.top_p=2", "judge"):
        with pytest.raises(ConfigError):
            ModelFlags(config=file, sampling=[wrong]).settings()
