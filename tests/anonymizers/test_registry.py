from importlib.metadata import EntryPoint, EntryPoints

import pytest

from gyges.anonymizers import METHODS, MethodCalls, Tools, find_method, method_calls, open_anonymizer
from gyges.anonymizers._none import Untouched
from gyges.errors import ConfigError, UnknownNameError
from gyges.models import ModelPool, ReplyCache
from gyges.records import JsonValue


@pytest.fixture
def tools() -> Tools:
    return Tools(ModelPool(cache=ReplyCache()))


@pytest.mark.parametrize("name", METHODS)
def test_every_method_that_ships_describes_itself(name: str) -> None:
    method = find_method(name)
    assert method.name == name
    assert method.summary.endswith(".")
    method.options()  # every option has a default


@pytest.mark.parametrize("name", [name for name in METHODS if find_method(name).needs_model])
def test_a_method_that_needs_a_model_says_so_when_there_is_none(name: str, tools: Tools) -> None:
    spec = f"{name}:general" if find_method(name).argument == "FILE" else name
    with pytest.raises(ConfigError, match="--model"):
        open_anonymizer(spec, tools)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_asks_a_model_if_and_only_if_it_says_so(name: str) -> None:
    asks = method_calls(name) != MethodCalls()
    assert asks == (find_method(name).needs_model or name == "subjectwise")  # which can do without a model


@pytest.mark.parametrize(
    ("name", "options", "calls"),
    [
        ("paraphrase", {"sanitize": "yes"}, MethodCalls(2)),
        ("span-abstract", {}, MethodCalls(3)),
        ("adversarial", {"rounds": "2"}, MethodCalls(2, 3)),  # options may be written as text
        ("adversarial", {"rounds": 2, "final_attack": False}, MethodCalls(2, 2)),
        ("adversarial", {"rounds": 2, "feedback": "no", "stop": "never"}, MethodCalls(2, 0)),
        ("rupta", {"iterations": 1}, MethodCalls(4, 3)),
        ("subjectwise", {"rounds": 2}, MethodCalls(3, 3)),
        ("subjectwise", {"calls": 2}, MethodCalls(3, 2)),
        ("somebody-elses", {"any": 1}, MethodCalls(1)),
    ],
)
def test_options_decide_how_often_a_method_asks(name: str, options: dict[str, JsonValue], calls: MethodCalls) -> None:
    assert method_calls(name, options) == calls


def test_calls_are_not_counted_for_options_that_do_not_exist() -> None:
    with pytest.raises(UnknownNameError, match="did you mean rounds"):
        method_calls("adversarial", {"round": 3})


def test_a_misspelt_method_gets_a_suggestion(tools: Tools) -> None:
    with pytest.raises(UnknownNameError, match="did you mean subjectwise"):
        open_anonymizer("subjectwize", tools)


def test_a_misspelt_option_gets_a_suggestion(tools: Tools) -> None:
    with pytest.raises(UnknownNameError, match="did you mean style"):
        open_anonymizer("mask", tools, {"stile": "stars"})


def test_an_option_of_the_wrong_kind_is_refused(tools: Tools) -> None:
    with pytest.raises(ConfigError, match="style"):
        open_anonymizer("mask", tools, {"style": "glitter"})


def test_a_method_without_argument_takes_none(tools: Tools) -> None:
    with pytest.raises(ConfigError, match="nothing after a colon"):
        open_anonymizer("none:all", tools)


def test_a_method_that_others_wrote_is_opened_by_its_name(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, "mine")
    assert open_anonymizer("mine", tools).name == "none"


def test_a_plug_in_cannot_take_the_name_of_a_method_that_ships(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, "mask")
    with pytest.raises(ConfigError, match="which ships with Gyges"):
        open_anonymizer("none", tools)


def _install(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    point = EntryPoint(name, f"{Untouched.__module__}:{Untouched.__name__}", "gyges.anonymizers")
    monkeypatch.setattr("gyges.anonymizers._registry.entry_points", lambda group: EntryPoints([point]))


@pytest.mark.parametrize(
    ("name", "remedy"), [("sanitize-paraphrase", "paraphrase --set sanitize=true"), ("randomize", "mask:pseudonyms")]
)
def test_a_method_that_is_gone_says_what_to_use(name: str, remedy: str) -> None:
    with pytest.raises(UnknownNameError, match=remedy):
        find_method(name)
