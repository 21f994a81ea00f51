"""A run at work says how far it is; nothing of that is left when it has ended."""

from pathlib import Path

import anyio
import pytest

from gyges.errors import InputError
from gyges.models import ModelPool
from gyges.records import Document, JsonValue
from gyges.runs import RunProgress, Stage, look_at_progress, look_at_run, run_stage
from gyges.runs._progress import PROGRESS
from gyges.testing import ModelServer

DOCUMENTS = [Document(str(number), f"Text {number}.") for number in range(4)]


def test_how_far_a_run_is_can_be_read_while_it_works_and_is_gone_afterwards(tmp_path: Path) -> None:
    seen: list[RunProgress] = []

    async def work(document: Document) -> JsonValue:
        if document.id == "1":
            raise InputError("this one is bad", "leave it out")
        if document.id == "3":
            await anyio.sleep(1.5)  # longer than a tick
            found = look_at_progress(tmp_path)
            assert found is not None
            seen.append(found)
        return 1

    anyio.run(lambda: run_stage(Stage("read", work), DOCUMENTS, tmp_path, kind="try"))
    (progress,) = seen
    assert (progress.step, progress.total, progress.ended, progress.failed) == ("read", 4, 3, 1)
    assert [(row["id"], row["stage"]) for row in progress.failures] == [("1", "read")]
    assert look_at_progress(tmp_path) is None
    assert PROGRESS not in look_at_run(tmp_path).private


def test_what_models_cost_is_told_while_a_run_works_and_in_its_summary(tmp_path: Path) -> None:
    from gyges.attacks import open_attacker

    with ModelServer() as server:

        async def main() -> None:
            async with ModelPool() as pool:
                attacker = open_attacker(f"{server.url}#any", pool)

                async def work(document: Document) -> JsonValue:
                    await attacker.attack(document.text, id=document.id)
                    return 1

                await run_stage(Stage("read", work), DOCUMENTS[:2], tmp_path, kind="try")

        anyio.run(main)
    assert '"cost"' in (tmp_path / "summary.json").read_text()
    assert '"calls":0' not in (tmp_path / "summary.json").read_text().replace(" ", "")


@pytest.mark.parametrize("words", ["", "no JSON", "[]", '{"step": 1}'])
def test_a_damaged_progress_is_none(tmp_path: Path, words: str) -> None:
    (tmp_path / PROGRESS).write_text(words)
    assert look_at_progress(tmp_path) is None
