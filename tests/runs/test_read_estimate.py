"""An audit by `local`: what it left is measured, and what a strong reader would leave is estimated by what it told."""

from pathlib import Path

import pytest

import gyges
from gyges.attacks import _registry as registry
from gyges.attacks.local._model import Answer, LocalModel
from gyges.models import GgufServer
from gyges.records import Document, Fact, Release, Subject
from gyges.scoring.estimate._light import light_model
from gyges.scoring.estimate._reading import reading_model

NAMES = ("Ana Reis", "Bela Novak", "Tom Berger")
TRUTH = (Fact("NAME", "Ana Reis"), Fact("OCCUPATION", "Beekeeper"), Fact("AGE", "41"))
DOCUMENTS = [
    Document(
        f"d{number}",
        f"{name}, 41, keeps bees in the valley and sells honey at the market.",
        (Subject("true", name, (Fact("NAME", name), *TRUTH[1:])),),
    )
    for number, name in enumerate(NAMES)
]
RELEASES = [Release(one.id, f"({one.id}) A. keeps bees in the valley and sells honey.", "t") for one in DOCUMENTS]
TOLD = "A. - who keeps bees|job: Beekeeper<5 keeps bees"


class Scripted(LocalModel):
    """Says the same of every text, and does not come to the end of some."""

    def __init__(self, said: str, cut_off: str) -> None:
        super().__init__(GgufServer(Path("none")))
        self.__dict__.update(said=said, cut_off=cut_off)

    async def write(self, prompt: str, grammar: object, most_tokens: int) -> Answer:
        return Answer(self.__dict__["said"], whole=self.__dict__["cut_off"] not in prompt)


def audited(
    monkeypatch: pytest.MonkeyPatch, attacker: str = "local", said: str = TOLD, cut_off: str = "(none)"
) -> gyges.AuditResult:
    monkeypatch.setattr(registry, "open_local", lambda pool: Scripted(said, cut_off))
    return gyges.audit(DOCUMENTS, RELEASES, attacker=attacker, jobs=1)


def figure(made: gyges.AuditResult, name: str) -> float:
    value = made.results.metrics[name].value
    assert value is not None
    return value


def test_the_estimate_stands_beside_what_was_measured_and_goes_by_what_was_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, silent = audited(monkeypatch), audited(monkeypatch, said="A. - somebody")
    assert told.results.strong is not None
    assert told.results.strong.by["make"] == reading_model().version
    assert figure(told, "cpr") < figure(silent, "cpr")
    assert figure(told, "strong_cpr") < figure(silent, "strong_cpr")


def test_a_text_that_was_not_read_has_leaked_and_the_light_estimate_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, cut = audited(monkeypatch), audited(monkeypatch, cut_off="(d1)")
    assert [one.id for one in cut.results.coverage.failed] == ["d1"]
    assert figure(cut, "cpr") < figure(whole, "cpr")
    assert cut.results.strong is not None
    assert set(cut.results.strong.by["make"].split("+")) == {reading_model().version, light_model().version}
    assert cut.results.metrics["strong_cpr"].denominator == whole.results.metrics["strong_cpr"].denominator


def test_a_text_without_a_release_has_leaked_for_every_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "open_local", lambda pool: Scripted(TOLD, "(none)"))
    whole, lost = (gyges.audit(DOCUMENTS, some, attacker="local", jobs=1) for some in (RELEASES, RELEASES[:2]))
    assert lost.results.metrics["strong_cpr"].denominator == whole.results.metrics["strong_cpr"].denominator
    assert figure(lost, "strong_cpr") < figure(whole, "strong_cpr")


def test_it_can_confirm_a_sample_of_what_rules_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "open_local", lambda pool: Scripted(TOLD, "(none)"))
    made = gyges.audit(DOCUMENTS, RELEASES, confirm="local", sample=2, jobs=1)
    assert made.results.confirmed is not None
    assert made.results.confirmed.by == "local"
    assert figure(made, "confirmed_cpr") < 1


@pytest.mark.parametrize("attacker", ["rules+local", "local+rules"])
def test_rules_beside_it_change_nothing_of_who_estimates(attacker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = audited(monkeypatch, attacker)
    assert made.results.strong is not None
    assert made.results.strong.by["make"] == reading_model().version
