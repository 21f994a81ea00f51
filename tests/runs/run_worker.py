"""A run in a process of its own, for tests that kill it: FOLDER LOG OUTPUT.

Writes to LOG when the work on a unit begins and, told by the engine, when it is in the journal.
"""

import json
import os
import sys
from pathlib import Path

import anyio

from gyges.records import Document, JsonValue
from gyges.runs import DocumentFinished, Event, RunStopped, Stage, closing_sentence, run

DOCUMENTS = [Document(f"d{number:02}", f"text {number} ä\n") for number in range(60)]


def main(folder: str, log: str, output: str) -> int:
    line = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(*words: str) -> None:
        os.write(line, (" ".join(words) + "\n").encode())

    async def release(document: Document) -> JsonValue:
        note("begin", document.id)
        await anyio.sleep(0.01 + int(document.id[1:]) % 7 * 0.004)
        if document.id == "d13":
            raise ValueError("unlucky")
        return {"text": document.text.upper(), "rounds": [1, 2]}

    said = ""

    def listen(event: Event) -> None:
        nonlocal said
        if isinstance(event, DocumentFinished) and not event.reused and not event.failed:
            note("end", event.document_id)
        elif isinstance(event, RunStopped):
            said = closing_sentence(event.summary)

    try:
        done = run(Stage("release", release), DOCUMENTS, folder, kind="audit", concurrency=4, listener=listen)
    except KeyboardInterrupt:
        sys.stdout.write(said)
        return 130
    with Path(output).open("w", encoding="utf-8") as stream:
        for document_id, outcome in done.results():
            stream.write(json.dumps([document_id, outcome.to_line().read()]) + "\n")
    sys.stdout.write(said)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
