"""Measures instructions on documents; nothing is asked twice, and all is kept in the journal of the run folder."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import anyio

from gyges.anonymizers import Anonymizer, Tools, open_anonymizer, release_of
from gyges.corpus import atomic_file
from gyges.errors import AnswerInvalidError, GygesError, InputError, ReleaseError, RequestRefusedError
from gyges.records import Document, JsonValue, UnreadableDocument
from gyges.runs import Journal
from gyges.tuning._meter import Meter
from gyges.tuning._outcome import DocumentOutcome, Scores
from gyges.tuning.objectives import Objective


@dataclass
class InstructionFiles:
    """Makes anonymizers of instructions."""

    folder: Path  # where the files of candidates are kept
    tools: Tools  # the model that rewrites
    options: Mapping[str, JsonValue] = field(default_factory=dict)  # options of the method ``prompt``
    _made: dict[str, Anonymizer] = field(default_factory=dict)

    def __call__(self, instruction: str) -> Anonymizer:
        """Return the anonymizer that follows an instruction."""
        if instruction not in self._made:
            path = self.path(instruction)
            if not path.exists():
                with atomic_file(path, force=True, private=True) as stream:
                    stream.write(f"{instruction}\n".encode())
            self._made[instruction] = open_anonymizer(f"prompt:{path}", self.tools, self.options)
        return self._made[instruction]

    def path(self, instruction: str) -> Path:
        """Return the file of an instruction."""
        return self.folder / f"{sha256(instruction.encode()).hexdigest()[:12]}.md"


OF_ONE_DOCUMENT = (ReleaseError, AnswerInvalidError, RequestRefusedError, InputError)
"""Failures that concern one document. Others (no access, an endpoint that is gone, no budget) stop the run."""

_NOTHING = Scores(0.0, 0.0, 0.0)
MakeAnonymizer = Callable[[str], Anonymizer]


def digest_of(*parts: JsonValue) -> str:
    """Return a short hash of anything."""
    words = json.dumps(parts, sort_keys=True, separators=(",", ":"), default=dict)
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass
class Evaluator:
    """Rewrites documents by an instruction and has them judged.

    The number of questions an evaluation takes is charged when it is first needed in this process, whether it is done
    now or read from the journal: a replay has the same budget as the run it repeats.
    """

    make: MakeAnonymizer  # makes the anonymizer that follows an instruction
    objective: Objective  # who judges
    journal: Journal  # what was measured before
    meter: Meter  # counts questions
    prompts: Mapping[str, str] = field(default_factory=dict)
    concurrency: int = 8  # how many documents are in flight
    shown: Callable[[Document], Document] = lambda document: Document(document.id, document.text)
    _memory: dict[str, DocumentOutcome] = field(default_factory=dict)
    _known: dict[str, JsonValue] = field(default_factory=dict)
    _most_calls: int = 1

    @property
    def calls_per_document(self) -> int:
        """The most questions one document took so far."""
        return self._most_calls

    async def evaluate(self, instruction: str, documents: Sequence[Document]) -> list[DocumentOutcome]:
        """Return the outcome of an instruction on each document."""
        return await self.measure(self.make(instruction), documents)

    def recall(self, instruction: str, documents: Sequence[Document]) -> list[DocumentOutcome | None]:
        """Return the outcomes that are known in this process, without measuring anything."""
        anonymizer = self.make(instruction)
        return [self._memory.get(self._key(anonymizer, document)) for document in documents]

    def done(self, anonymizer: Anonymizer, documents: Sequence[Document]) -> int:
        """Return of how many documents the journal holds the outcome."""
        return sum(self._key(anonymizer, document) in self.journal for document in documents)

    async def measure(self, anonymizer: Anonymizer, documents: Sequence[Document]) -> list[DocumentOutcome]:
        """Return the outcome of any method on each document."""
        keys = [self._key(anonymizer, document) for document in documents]
        missing = {key: document for key, document in zip(keys, documents, strict=True) if key not in self._memory}
        with self.meter.rewriting(len(missing)):
            fresh = [row for row in missing.items() if not await self._recalled(*row)]
            await self._all(anonymizer, fresh)
        return [self._memory[key] for key in keys]

    async def _recalled(self, key: str, document: Document) -> bool:
        """Return whether the journal holds an outcome; it is charged as when it was measured."""
        if key not in self.journal:
            return False
        outcome = DocumentOutcome.from_json(self.journal.get(key))  # type: ignore[arg-type]
        known = f"original/{self._original(document)}"
        if known in self.journal or known in self._known:
            await self._prepared(document)
        elif outcome.failed is None:
            return False
        self.meter.take(outcome.calls)
        self._remember(key, outcome)
        return True

    async def _all(self, anonymizer: Anonymizer, rows: Sequence[tuple[str, Document]]) -> None:
        """Measure several documents at once; the first failure that concerns the whole run is raised as it is."""
        limit = anyio.CapacityLimiter(self.concurrency)
        stopped: list[GygesError] = []

        async def one(key: str, document: Document) -> None:
            async with limit:
                if stopped:
                    return
                try:
                    outcome = await self._fresh(anonymizer, document)
                except GygesError as error:  # raised again below, without the wrapping of a group
                    stopped.append(error)
                    return
                except BaseExceptionGroup as wrapped:
                    stopped.append(_leaf(wrapped))
                    return
                self.journal.append(key, outcome.to_json())
                self._remember(key, outcome)

        async with anyio.create_task_group() as group:
            for key, document in rows:
                group.start_soon(one, key, document)
        if stopped:
            raise stopped[0]

    async def _fresh(self, anonymizer: Anonymizer, document: Document) -> DocumentOutcome:
        if isinstance(document, UnreadableDocument):
            return DocumentOutcome(document.id, _NOTHING, failed=f"read: {document.why}")
        with self.meter.counting() as before:
            try:
                known = await self._prepared(document)
            except OF_ONE_DOCUMENT as error:
                return DocumentOutcome(document.id, _NOTHING, failed=error.problem, calls=before.calls)
        with self.meter.counting() as count:
            try:
                # Without the floor, which would hide what an instruction leaves.
                release = await release_of(anonymizer, self.shown(document), floor=False)
                judged = await self.objective.judge(document, release.text, known)
            except OF_ONE_DOCUMENT as error:
                return DocumentOutcome(document.id, _NOTHING, failed=error.problem, calls=count.calls)
        outcome = DocumentOutcome(document.id, judged.scores, release.text, judged.leaks, judged.losses)
        return replace(outcome, calls=count.calls)

    async def _prepared(self, document: Document) -> JsonValue:
        """Return what the objective has to know about the original; found out and charged once."""
        key = f"original/{self._original(document)}"
        if key not in self._known:
            if key in self.journal:
                row: Mapping[str, JsonValue] = self.journal.get(key)  # type: ignore[assignment]
                self.meter.take(int(row["calls"]))  # type: ignore[arg-type]
                self._known[key] = row["known"]
            else:
                with self.meter.counting() as count:
                    known = await self.objective.prepare(document)
                self.journal.append(key, {"known": known, "calls": count.calls})
                self._known[key] = known
        return self._known[key]

    def _remember(self, key: str, outcome: DocumentOutcome) -> None:
        self._memory[key] = outcome
        self._most_calls = max(self._most_calls, outcome.calls)

    def _key(self, anonymizer: Anonymizer, document: Document) -> str:
        settings: JsonValue = dict(anonymizer.settings)
        method = anonymizer.name.partition(":")[0]
        return f"outcome/{digest_of(method, settings, self._original(document))}"

    def _original(self, document: Document) -> str:
        own = (dict(self.prompts),) if self.prompts else ()
        return digest_of(self.objective.name, dict(self.objective.settings), document.id, document.text, *own)


def _leaf(group: BaseExceptionGroup[BaseException]) -> GygesError:
    """Return the error of ours in a group; a group of other things is raised as it is."""
    for error in group.exceptions:
        if isinstance(error, GygesError):
            return error
        if isinstance(error, BaseExceptionGroup):
            return _leaf(error)
    raise group
