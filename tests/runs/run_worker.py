"""A run in a process of its own, for tests that kill it: FOLDER LOG OUTPUT [KEY_FILE].

Writes to LOG when the work on a unit begins and, told by the engine, when it is in the journal.
"""

import json
import os
import sys
from pathlib import Path

import anyio

from gyges.records import Document, JsonValue
from gyges.runs import Event, Plan, RunInterrupted, Stage, Task, UnitFinished, closing_sentence, run
from gyges.sealing import AtRestKey, at_rest

DOCUMENTS = [Document(f"d{number:02}", f"text {number} ä\n") for number in range(60)]


def main(folder: str, log: str, output: str, key_file: str | None = None) -> int:
    with at_rest(AtRestKey.named(key_file) if key_file else None):
        return work(folder, log, output)


def work(folder: str, log: str, output: str) -> int:
    line = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(*words: str) -> None:
        os.write(line, (" ".join(words) + "\n").encode())

    async def release(task: Task) -> JsonValue:
        note("begin", "release", task.document.id)
        await anyio.sleep(0.01 + int(task.document.id[1:]) % 7 * 0.004)
        return {"text": task.document.text.upper(), "rounds": [1, 2]}

    async def attack(task: Task) -> JsonValue:
        note("begin", "attack", task.document.id)
        await anyio.sleep(0.02)
        if task.document.id == "d13":
            raise ValueError("unlucky")
        return {"seen": task.results["release"]}

    def listen(event: Event) -> None:
        if isinstance(event, UnitFinished) and not event.reused and event.outcome.done:
            note("end", event.outcome.stage, event.outcome.document_id)

    plan = Plan((Stage("release", release), Stage("attack", attack, needs=("release",))), "audit")
    try:
        done = run(plan, iter(DOCUMENTS), folder, concurrency=4, total=len(DOCUMENTS), listener=listen)
    except RunInterrupted as stop:
        sys.stdout.write(closing_sentence(stop.run.summary))
        return 130
    with Path(output).open("w", encoding="utf-8") as stream:
        for stage in plan.stage_names:
            for document_id, outcome in done.results(stage):
                stream.write(json.dumps([document_id, outcome.to_line().read()]) + "\n")
    sys.stdout.write(closing_sentence(done.summary))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
