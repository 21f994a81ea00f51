"""What the faults happen to: five short documents, their releases, a model server, and the commands that are run."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from chaos.processes import Ended, Order, Running, Warm
from chaos.snapshot import Snapshot, snapshot
from gyges.corpus import bundled_corpus, read_releases, write_documents
from gyges.records import Document
from gyges.testing import Attempt, ChatRequest, Fault, ModelServer

DOCUMENTS = 5
PLACE = "RUN"
MODEL = "MODEL"

COMMANDS: Mapping[str, str] = {
    "anonymize": f"anonymize texts.jsonl --method mask --out {PLACE}",
    "audit": f"audit texts.jsonl released --out {PLACE}",
    "attack": f"attack texts.jsonl --out {PLACE} --json -",
    "link": f"link texts.jsonl released --out {PLACE}",
}
MODEL_COMMANDS: Mapping[str, str] = {
    "anonymize with a model": f"anonymize texts.jsonl --method dp-prompt --model {MODEL} --out {PLACE}",
    "audit with a model": f"audit texts.jsonl released --attacker {MODEL} --stages 1 "
    f"--accept weak-reader --out {PLACE}",
    "attack with a model": f"attack texts.jsonl --attacker {MODEL} --stages 1 --out {PLACE} --json -",
}
_TIMEOUT = "timeout: 1.0\n"


class Trouble:
    """Faults of the server that can be changed while it runs."""

    def __init__(self) -> None:
        self.kinds: tuple[Fault, ...] = ()
        self.rate = 0.0

    def fault(self, attempt: Attempt) -> Fault | None:
        """Return what goes wrong with this attempt."""
        if not self.kinds or attempt.draw("fault") >= self.rate:
            return None
        return self.kinds[int(attempt.draw("kind") * len(self.kinds))]


@dataclass(frozen=True)
class Case:
    """One command with a folder of its own."""

    world: "World"
    name: str
    folder: Path

    @property
    def run(self) -> Path:
        """The run folder."""
        return self.folder / "run"

    @property
    def cache(self) -> Path:
        """The reply cache."""
        return self.folder / "home" / "cache" / "replies.sqlite"

    def order(self, *, jobs: int | None = None, clock: tuple[float, int] | None = None) -> Order:
        """Return the command."""
        words = {**COMMANDS, **MODEL_COMMANDS}[self.name].replace(PLACE, str(self.run))
        words = words.replace(MODEL, self.world.server.spec())
        more = ["--config", "gyges.yaml"] if self.name in MODEL_COMMANDS else []
        more += ["--jobs", str(jobs)] if jobs else []
        said = self.world.folder / f"{self.folder.name}.out", self.world.folder / f"{self.folder.name}.err"
        environment = {**os.environ, "GYGES_HOME": str(self.folder / "home"), "OMP_NUM_THREADS": "1"}
        return Order(
            (*words.split(), *more), str(self.world.folder), environment, str(said[0]), str(said[1]), clock=clock
        )

    def start(self, *, jobs: int | None = None, clock: tuple[float, int] | None = None) -> Running:
        """Start the command."""
        return self.world.warm.start(self.order(jobs=jobs, clock=clock))

    def finish(self) -> Ended:
        """Run the command to its end."""
        return self.start().wait()

    def snapshot(self) -> Snapshot:
        """Return what the run folder holds now."""
        return snapshot(self.run)


class World:
    """Everything that outlives one fault; use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble = Trouble()
        documents = sorted(bundled_corpus(), key=lambda one: len(one.text))[:DOCUMENTS]
        write_documents(documents, folder / "texts.jsonl")
        (folder / "gyges.yaml").write_text(_TIMEOUT, encoding="utf-8")
        self._answers = _Answers(documents)
        self.server = ModelServer(self._answers, faults=self.trouble, latency=(0.0, 0.1)).start()
        made = ["anonymize", "texts.jsonl", "--method", "mask", "--out", "released"]
        audited = ["audit", "texts.jsonl", "released", "--out", "warm-audit"]
        linked = ["link", "texts.jsonl", "released", "--out", "warm-link"]
        self.warm = Warm([made, audited, linked], folder)
        self._answers.learn(folder / "released")
        self.quiet: dict[str, tuple[Ended, Snapshot, Path]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.warm.__exit__(kind, error, trace)
        self.server.stop()

    def undisturbed(self, name: str) -> tuple[Ended, Snapshot, Path]:
        """Return how a command ends that nobody disturbs, what it leaves, and the folder it left it in."""
        if name not in self.quiet:
            case = Case(self, name, self.folder / f"quiet-{len(self.quiet)}")
            case.folder.mkdir()
            ended = case.finish()
            assert ended.status == 0, ended.err
            self.quiet[name] = (ended, case.snapshot(), case.folder)
        return self.quiet[name]

    def cut_network(self) -> None:
        """End the server, with all its connections."""
        self.server.stop()

    def mend_network(self) -> None:
        """Have a server at the same address, without faults."""
        self.trouble.kinds, self.trouble.rate = (), 0.0
        port = int(self.server.url.rsplit(":", 1)[1].partition("/")[0])
        self.server.stop()
        self.server = ModelServer(self._answers, faults=self.trouble, latency=(0.0, 0.1), port=port).start()


class _Answers:
    """A model whose answer depends on the document it is asked about, and on nothing else."""

    def __init__(self, documents: list[Document]) -> None:
        self._documents = {one.id: one for one in documents}
        self._texts = {one.text: one.id for one in documents}
        self._released: dict[str, str] = {}

    def learn(self, folder: Path) -> None:
        """Know releases as well."""
        self._released = {one.id: one.text for one in read_releases(folder / "releases.jsonl")}
        self._texts |= {text: id_ for id_, text in self._released.items()}

    def __call__(self, request: ChatRequest) -> str:
        words = "\n".join(message.content for message in request.messages)
        if "'matches'" in str(request.schema):
            return json.dumps({"matches": [{"truth": "T1", "found": "F1"}]})
        document = self._documents[next(id_ for text, id_ in self._texts.items() if text in words)]
        if "'people'" in str(request.schema):
            text = next(text for text in self._texts if text in words)
            return json.dumps({"people": [_person(document, text)]})
        return json.dumps({"explanation": "masked", "text": self._released[document.id]})


def _person(document: Document, text: str) -> dict[str, object]:
    """Find of the first person what the document says of them: all of it in every other document, else one fact."""
    subject = (document.subjects or ())[0]
    quote = " ".join(text.split()[:2])
    facts = [
        {"tag": fact.tag, "quotes": [quote], "value": fact.value, "certainty": 4}
        for fact in subject.facts[: None if len(document.id) % 2 else 1]
    ]
    return {"called": "", "description": subject.description, "how_many": 1, "facts": facts}
