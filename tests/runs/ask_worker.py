"""A process that asks a model about every document, to be killed: URL, run folder, cache file, output file."""

import sys
from dataclasses import dataclass
from pathlib import Path

import anyio
from pydantic import BaseModel

from gyges.corpus import write_releases
from gyges.models import DocumentText, ModelPool, ModelSettings, Prompt, ReplyCache
from gyges.records import Document, JsonValue, Release
from gyges.runs import Stage, run_stage

DOCUMENTS = 200
IN_FLIGHT = 4


class Note(BaseModel):
    words: str


@dataclass(frozen=True)
class TakeNote(Prompt[Note], template="take_note.jinja"):
    text: DocumentText


def documents() -> list[Document]:
    return [Document(f"doc-{n:03}", f"This is letter number {n:03}.") for n in range(DOCUMENTS)]


async def main(url: str, folder: Path, cache: Path, output: Path) -> None:
    async with ModelPool(ModelSettings(timeout=5), cache=ReplyCache(cache)) as pool:
        model = pool.model(f"{url}#scripted")

        async def ask(document: Document) -> JsonValue:
            note = await model.ask(TakeNote(DocumentText(document.text)))
            return {"words": note.words}

        sys.stdout.write("started\n")
        sys.stdout.flush()
        run = await run_stage(
            Stage("note", ask, {"model": "scripted"}), documents(), folder, kind="notes", concurrency=IN_FLIGHT
        )
        releases = (Release(id_, str(outcome.value), "notes") for id_, outcome in run.results())
        write_releases(releases, output, force=True)


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
