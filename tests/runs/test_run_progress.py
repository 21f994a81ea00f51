import io
from pathlib import Path

import pytest
from rich.console import Console

from gyges.models import Spending
from gyges.records import PartUnderWay
from gyges.runs import (
    DocumentFinished,
    FailedUnit,
    RunStarted,
    RunStopped,
    RunSummary,
    StillWorking,
    Tick,
    closing_sentence,
    progress_listener,
)


def used(usd: float | None = 0.125, cached: int = 30) -> Spending:
    return Spending(1200, cached, 40_000, 5_100, usd)


FOLDER = Path("run")


def plain(monkeypatch: pytest.MonkeyPatch) -> tuple[io.StringIO, Console, list[float]]:
    now = [0.0]
    monkeypatch.setattr("gyges.runs._progress.time.monotonic", lambda: now[0])
    text = io.StringIO()
    return text, Console(file=text, force_terminal=False, width=40), now


def test_without_a_terminal_there_is_a_line_every_tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    text, console, now = plain(monkeypatch)
    listen = progress_listener(console, used)
    listen(RunStarted(FOLDER, 200))
    for number in range(200):
        now[0] += 0.5
        listen(DocumentFinished(str(number), failed=number == 3, reused=number < 10))
    listen(RunStopped(RunSummary(200, 200, 199)))
    lines = text.getvalue().splitlines()
    assert len(lines) == 10
    assert lines[0] == (
        "gyges: 20 of 200 documents, 1 failed, 1,200 calls (30 cached), 45,100 tokens, $0.12, 0:10 elapsed, "
        "about 3:00 left"
    )
    assert lines[-1].startswith("gyges: 200 of 200 documents, 1 failed")


def test_without_a_terminal_there_is_a_line_every_half_minute_however_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    text, console, now = plain(monkeypatch)
    listen = progress_listener(console, lambda: used(None, 0))
    listen(RunStarted(FOLDER, None))
    for _ in range(3700):
        now[0] += 1
        listen(Tick())
    lines = text.getvalue().splitlines()
    assert len(lines) == 123
    assert lines[-1] == "gyges: 0 documents, 0 failed, 1,200 calls, 45,100 tokens, 1:01:30 elapsed"


def test_bytes_set_aside_after_a_crash_are_never_kept_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    text, console, _ = plain(monkeypatch)
    progress_listener(console)(RunStarted(FOLDER, 5, torn_bytes=37))
    assert "37 bytes" in text.getvalue()
    assert "journal.torn" in text.getvalue()


@pytest.mark.parametrize("total", [3, None])
def test_a_terminal_gets_a_live_bar(total: int | None) -> None:
    text = io.StringIO()
    console = Console(file=text, force_terminal=True, width=140, color_system=None, _environ={"TERM": "xterm"})
    listen = progress_listener(console, used)
    listen(RunStarted(FOLDER, total, torn_bytes=5))
    listen(DocumentFinished("a", failed=True, reused=False))
    listen(Tick())
    listen(RunStopped(RunSummary(1, total, 0)))
    shown = text.getvalue()
    assert "gyges: the last run was cut off" in shown
    assert f"1/{total or '?'} 1 failed, 1,200 calls (30 cached), 45,100 tokens, $0.12" in shown


@pytest.mark.parametrize(
    ("summary", "sentence"),
    [
        (RunSummary(5, 5, 5), "Finished: 5 of 5 documents done."),
        (
            RunSummary(5, None, 3, stopped="interrupted"),
            "Stopped: 3 documents done. Run the same command again to go on.",
        ),
        (
            RunSummary(5, 5, 4, failed=(FailedUnit("a", "x", "no"),)),
            "Finished: 4 of 5 documents done, 1 failed. Run the same command again to retry what failed.",
        ),
        (
            RunSummary(5, 5, 4, stopped="budget"),
            "Stopped, the budget is used up: 4 of 5 documents done. Raise it and run the same command again to go on.",
        ),
    ],
)
def test_the_last_sentence_says_how_far_it_came_and_what_to_do(summary: RunSummary, sentence: str) -> None:
    assert closing_sentence(summary) == sentence


def test_a_document_that_computes_for_long_says_how_long_it_is_and_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    text, console, _ = plain(monkeypatch)
    listen = progress_listener(console)
    listen(RunStarted(FOLDER, 1, step="anonymize mask"))
    listen(StillWorking("a", 480_000, 65, 540))
    listen(StillWorking("a", 480_000, 70, 540, PartUnderWay(7, 31)))
    assert text.getvalue() == (
        "gyges: anonymize mask: still on a text of 480,000 characters, 1:05 of computing, at most 9:00\n"
        "gyges: anonymize mask: still on a text of 480,000 characters, part 7 of 31, 1:10 of computing, at most 9:00\n"
    )
