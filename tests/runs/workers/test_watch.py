import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import ClassVar

import anyio
import pytest

from gyges.attacks import Attack, RulesAttack, UnionAttack
from gyges.errors import OutOfTimeError
from gyges.records import Document, Finding, JsonValue, Release
from gyges.runs import Attacked, Stage, attack_texts, run
from gyges.runs.workers import _watch

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="alarms as POSIX has them")

TEXTS = {"before": "Ana Reis is a nurse.", "hostile": "a" * 36 + "!", "after": "Ben Stone is 40."}
CATASTROPHE = re.compile(r"(?:a+)+$")  # takes hours for a text of 36 letters


class Runaway:
    """An attacker and an anonymizer that one text sends into a regular expression without end."""

    name = "runaway"
    settings: ClassVar[dict[str, JsonValue]] = {}

    async def attack(self, text: str, *, id: str) -> Finding:
        CATASTROPHE.match(text)
        return Finding(id, self.name, ())

    async def anonymize(self, document: Document) -> Release:
        CATASTROPHE.match(document.text)
        return Release(document.id, "nothing", self.name)


@pytest.fixture
def short_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_watch, "BASE_SECONDS", 1.0)


@pytest.mark.usefixtures("short_budget")
@pytest.mark.parametrize("attacker", [Runaway(), UnionAttack((RulesAttack(), Runaway()))], ids=["alone", "in a union"])
def test_a_text_that_computes_too_long_is_listed_as_failed_and_the_others_go_on(
    tmp_path: Path, attacker: Attack
) -> None:
    async def main() -> Attacked:
        return await attack_texts([attacker], TEXTS, tmp_path, settings={})

    attacked = anyio.run(main)
    assert set(attacked.findings[attacker.name]) == {"before", "after"}
    assert set(attacked.failures[attacker.name]) == {"hostile"}
    assert attacked.failures[attacker.name]["hostile"].startswith("GY403 ")
    assert "took longer than 1 s of computing" in attacked.failures[attacker.name]["hostile"]
    assert attacked.summary.stopped is None


@pytest.mark.usefixtures("short_budget")
def test_work_that_hides_the_alarm_fails_nevertheless(tmp_path: Path) -> None:
    async def work(document: Document) -> JsonValue:
        try:
            CATASTROPHE.match(document.text)
        except Exception:  # noqa: BLE001 - as others' code does
            return "as if nothing had happened"
        return "quick"

    done = run(Stage("hides", work), [Document(*row) for row in TEXTS.items()], tmp_path, kind="audit")
    assert [id_ for id_, outcome in done.results() if outcome.done] == ["before", "after"]


@pytest.mark.usefixtures("short_budget")
def test_waiting_and_the_work_of_others_are_not_charged(tmp_path: Path) -> None:
    async def work(document: Document) -> JsonValue:
        if document.id == "d0":
            await anyio.sleep(2.5)  # a model that takes its time, while the others compute
        else:
            end = time.thread_time() + 0.4
            while time.thread_time() < end:
                pass
        return document.id

    documents = [Document(f"d{number}", "text") for number in range(6)]
    done = run(Stage("waits", work), documents, tmp_path, kind="audit")
    assert all(outcome.done for _, outcome in done.results())


@pytest.mark.usefixtures("short_budget")
def test_computing_in_short_steps_is_added_up(tmp_path: Path) -> None:
    async def work(document: Document) -> JsonValue:
        while True:
            end = time.thread_time() + 0.02
            while time.thread_time() < end:
                pass
            await anyio.sleep(0)

    done = run(Stage("steps", work), [Document("one", "text")], tmp_path, kind="audit")
    assert [outcome.code for _, outcome in done.results()] == [OutOfTimeError.code]


def test_a_longer_text_may_compute_longer() -> None:
    _watch.Clock(_watch.limit_for("a" * 1_000_000), "reading").charge(1000.0)
    with pytest.raises(OutOfTimeError):
        _watch.Clock(_watch.limit_for("a"), "reading").charge(1000.0)


def test_signals_are_as_before_after_a_run(tmp_path: Path) -> None:
    async def work(document: Document) -> JsonValue:
        return document.id

    before = signal.getsignal(signal.SIGINT)
    run(Stage("quick", work), [Document("one", "text")], tmp_path, kind="audit")
    assert signal.getsignal(signal.SIGINT) is before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    os.kill(os.getpid(), signal.SIGPROF)  # an alarm that comes late does no harm
