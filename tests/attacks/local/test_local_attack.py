"""The attack of `local` with scripted answers: windows, cut-off answers, failures, and what is missing on a machine."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gyges.attacks import AttackOptions, UnionAttack, is_embedded, open_attacker
from gyges.attacks.local import _model as model
from gyges.attacks.local._attack import LocalAttack
from gyges.attacks.local._model import LocalModel
from gyges.errors import (
    AnswerInvalidError,
    AnswerTruncatedError,
    ConfigError,
    MissingExtraError,
    UnknownNameError,
    UnreadError,
)
from gyges.models import GgufServer, ModelPool, ReplyCache, weights_named, weights_path

pytestmark = pytest.mark.anyio

TEXT = "Ms Nora Feld is a nurse in Cork. Her husband drives a bus."
NORA = "Ms Nora Feld / Nora - a nurse|name: Nora Feld<5|sex: F<5 Ms|job: Nurse<4|age: 40<1 born in 1985"


class Scripted(GgufServer):
    """Answers by the words in a text, else that there is nobody."""

    def __init__(self, *said: str, by: str = "", end: str = "stop") -> None:
        super().__init__(Path("none"))
        self.said, self.by, self.end, self.asked = said[0], by, end, list[str]()

    async def ask(self, way: str, body: dict[str, object]) -> object:
        prompt = str(body["prompt"])
        text, _, so_far = prompt.partition("<|im_start|>people\n")
        assert body["cache_prompt"] is bool(so_far)
        said = self.said if self.by in text else "-"
        line = said.removeprefix(so_far).split("\n")[0]
        more = said != so_far + line
        if not so_far:
            self.asked.append(prompt)
        choice = {"text": line + "\n" * more, "finish_reason": "stop" if more else self.end}
        return {"choices": [choice], "usage": {"completion_tokens": 1 + len(line) // 4}}


def attack(server: Scripted, window_tokens: int | None = None) -> LocalAttack:
    return LocalAttack(LocalModel(server), AttackOptions(window_tokens=window_tokens))


async def test_people_have_what_the_answer_says_and_quotes_that_stand_in_the_text() -> None:
    finding = await attack(Scripted(NORA)).attack(TEXT, id="d")
    (nora,) = finding.subjects
    assert (finding.attacker, nora.description) == ("local", "Ms Nora Feld / Nora - a nurse")
    assert nora.called == ("Ms Nora Feld", "Nora")
    assert [(fact.tag, fact.value, fact.certainty, fact.evidence) for fact in nora.facts] == [
        ("NAME", "Nora Feld", 5, ("Nora Feld",)),
        ("SEX", "Female", 5, ("Ms",)),
        ("OCCUPATION", "Nurse", 4, ("nurse",)),
        ("AGE", "40", 1, ()),
    ]
    assert finding.notes["quotes_dropped"] == finding.notes["facts_unsupported"] == 1


async def test_a_long_text_is_read_in_windows_and_people_are_listed_once() -> None:
    server = Scripted("Nora Feld - a nurse|name: Nora Feld<5", by="Nora")
    text = "Nora Feld is a nurse.\n\n" + "Nothing happened that day.\n\n" * 60 + "Nora Feld lives in Cork."
    finding = await attack(server, window_tokens=200).attack(text, id="d")
    assert finding.notes["windows"] == len(server.asked) > 2
    assert [person.id for person in finding.subjects] == ["0"]


async def test_no_window_is_longer_than_those_of_the_training() -> None:
    server = Scripted("-")
    await attack(server, window_tokens=6000).attack("Nothing happened that day.\n\n" * 600, id="d")
    assert len(server.asked) > 2


@pytest.mark.parametrize("end", ["length", None])
async def test_an_answer_without_its_end_has_failed_since_nobody_knows_who_is_behind_it(end: str) -> None:
    with pytest.raises(AnswerTruncatedError):
        await attack(Scripted(f"{NORA}\nsomebody - her husband|job: Bus dri", end=end)).attack(TEXT, id="d")


@pytest.mark.parametrize(
    "text",
    [
        "Nora Feld wohnt seit drei Jahren in Essen und ist Köchin.",
        "Nora Feld vive desde hace tres años en Sevilla y es cocinera en un colegio.",
    ],
)
async def test_german_and_spanish_are_read(text: str) -> None:
    finding = await attack(Scripted("Nora Feld - a cook|name: Nora Feld<5|job: Cook<5")).attack(text, id="d")
    assert [person.called for person in finding.subjects] == [("Nora Feld",)]


async def test_a_text_in_a_language_that_it_did_not_learn_is_not_read() -> None:
    server = Scripted("-")
    with pytest.raises(UnreadError, match="in Polish, which 'local' does not read"):
        await attack(server).attack("Pani Nora Feld mieszka od trzech lat w Krakowie i jest kucharką w szkole.", id="d")
    assert not server.asked


async def test_an_answer_that_goes_on_for_too_long_has_failed() -> None:
    people = "\n".join(f"{number} - a nurse{' of many' * 20}" for number in range(100))
    with pytest.raises(AnswerTruncatedError):
        await attack(Scripted(people)).attack(TEXT, id="d")


@pytest.mark.parametrize(
    ("said", "end", "error"), [("Ms Nora Fel", "length", AnswerTruncatedError), ("", "stop", AnswerInvalidError)]
)
async def test_a_text_of_which_no_line_was_read_has_failed(said: str, end: str, error: type[Exception]) -> None:
    with pytest.raises(error, match="another attacker"):
        await attack(Scripted(said, end=end)).attack(TEXT, id="d")


async def test_nobody_is_an_empty_finding_and_a_blank_text_is_not_asked_about() -> None:
    server = Scripted("-")
    assert (await attack(server).attack("It rained.", id="d")).subjects == ()
    assert (await attack(server).attack(" \n", id="d")).subjects == ()
    assert len(server.asked) == 1


@pytest.fixture
async def pool() -> AsyncIterator[ModelPool]:
    async with ModelPool(cache=ReplyCache()) as opened:
        yield opened


@pytest.fixture
def _adapter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    (tmp_path / "adapter.gguf").write_bytes(b"")
    monkeypatch.setattr(model, "ADAPTER", tmp_path / "adapter.gguf")


@pytest.mark.usefixtures("_adapter")
async def test_it_is_opened_by_name_also_beside_others_and_loaded_once(pool: ModelPool) -> None:
    base = weights_path(weights_named("local"))
    base.parent.mkdir(parents=True)
    base.write_bytes(b"")
    alone = open_attacker("local", pool)
    both = open_attacker("rules+local", pool)
    assert isinstance(alone, LocalAttack)
    assert isinstance(both, UnionAttack)
    assert both.name == "rules+local"
    assert both.attackers[1].model.server is alone.model.server  # type: ignore[attr-defined]
    assert not is_embedded("local")
    with pytest.raises(UnknownNameError, match="write author: and a model"):
        open_attacker("author:local", pool)


@pytest.mark.usefixtures("_adapter")
async def test_weights_that_are_not_here_are_said_with_the_line_that_gets_them(pool: ModelPool) -> None:
    with pytest.raises(ConfigError, match="gyges models get local"):
        open_attacker("local", pool)


async def test_a_package_without_adapter_says_so(
    pool: ModelPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("xllamacpp")
    monkeypatch.setattr(model, "ADAPTER", tmp_path / "adapter.gguf")
    with pytest.raises(ConfigError, match="no adapter"):
        open_attacker("local", pool)


async def test_without_its_runtime_the_extra_is_named(pool: ModelPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match="local"):
        open_attacker("local", pool)
