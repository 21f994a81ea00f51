"""Work that other processes do in tests of workers."""

import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from gyges.errors import InputError
from gyges.records import Document, JsonValue, in_parts
from gyges.runs._scorer import DocumentScore, ScoringTask, ScoringTerms, score_by_rules

Work = Callable[[Document], Awaitable[JsonValue]]


class OddError(Exception):
    """An error that cannot be copied to another process."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def doubled() -> Callable[[int], Awaitable[int]]:
    """Double a number."""

    async def work(number: int) -> int:
        return 2 * number

    return work


def unmakeable() -> Callable[[int], Awaitable[int]]:
    """Fail while the work is made."""
    raise InputError("there is nothing to work with", "bring something")


def logged(folder: Path) -> Work:
    """Write down who works on what; texts say what else happens."""

    async def work(document: Document) -> JsonValue:
        with (folder / "log").open("a") as log:
            log.write(f"{document.id} {os.getpid()}\n")
        text = document.text
        if text == "die" or (text == "die once" and not (folder / "died").exists()):
            (folder / "died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if text == "spin":
            with in_parts(3) as begin:
                begin(2)
                while True:
                    pass
        if text == "nap":
            time.sleep(0.1)
        if text == "busy":
            end = time.thread_time() + 0.7
            while time.thread_time() < end:
                pass
        if text == "odd":
            raise OddError("salt", "pepper")
        if text == "bad":
            raise InputError("it is bad", "make it good")
        return f"{text} by a worker"

    return work


def mortal_scoring(id_: str, terms: ScoringTerms, task: ScoringTask) -> DocumentScore:
    """Score, but die on one document."""
    if task.id == id_:
        os.kill(os.getpid(), signal.SIGKILL)
    return score_by_rules(terms, task)


def grown(length: int) -> Callable[[str], Awaitable[str]]:
    """Answer with so many letters."""

    async def work(text: str) -> str:
        return text[:1] * length

    return work


class Unreadable:
    """Something that can be sent, and not read."""

    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("no number",)


def unreadable() -> Callable[[int], Awaitable[object]]:
    """Answer what nobody can read, but for the number 0, which is answered as it is."""

    async def work(number: int) -> object:
        return Unreadable() if number else number

    return work
