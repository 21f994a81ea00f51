"""Anonymizing a corpus: one journaled unit for each document, and a row for every document, released or not."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import overload

from gyges.anonymizers import Anonymizer, Tools, find_method, guarded, is_built_in, open_anonymizer
from gyges.anonymizers.replacement import Secret
from gyges.attacks import asks_nobody
from gyges.corpus import Spool
from gyges.models import account
from gyges.records import Document, JsonValue, Release
from gyges.runs._events import Listener
from gyges.runs._findings import attack_settings
from gyges.runs._outcome import UNREACHED, RunSummary
from gyges.runs._plan import Plan, Stage, Task
from gyges.runs._released import Released
from gyges.runs._revision import ANONYMIZE_REVISION
from gyges.runs._run import CONCURRENCY, run_plan
from gyges.runs.workers import Jobs, at_once, workers_for

__all__ = [
    "AnonymizeOptions",
    "Anonymized",
    "Shown",
    "anonymize_corpus",
    "anonymize_stage",
]

PLAN_NAME = "anonymize"
_ROOMS = ("anonymizers", "attacks", "scoring")
"""Whose prompts decide what a method releases."""


@dataclass(frozen=True, slots=True)
class AnonymizeOptions:
    """What is done to a corpus.

    Attributes:
        method: A method by its spec, such as ``mask`` or ``prompt:FILE``.
        options: Options of the method by name.
        strict: Whether a release that still holds a direct identifier is a failed one.
        concurrency: How many documents are in flight.
        jobs: How many processes compute, or a cluster; None for one on each core, and one alone for few texts.
    """

    method: str = "subjectwise"
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    strict: bool = False
    concurrency: int = CONCURRENCY
    jobs: Jobs = None


@dataclass(frozen=True, slots=True)
class Anonymized:
    """A corpus after a method.

    Attributes:
        method: The method, as releases name it.
        releases: Releases by document id, read from the journal of the run folder whenever somebody asks. A document
            that failed has an empty one whose trace says why, so that it is neither lost nor taken for protected.
        failures: Why a document has no release, by id.
        summary: How the run ended.
    """

    method: str
    releases: Mapping[str, Release]
    failures: Mapping[str, str]
    summary: RunSummary


async def anonymize_corpus(
    documents: Iterable[Document],
    folder: Path,
    tools: Tools,
    options: AnonymizeOptions | None = None,
    *,
    listener: Listener | None = None,
    announce: Callable[[Anonymizer], None] = lambda anonymizer: None,
) -> Anonymized:
    """Make a release of every document, and go on where an earlier run in the same folder was.

    Args:
        documents: The originals. A method is given id and text only, unless it is one that needs annotations.
        folder: The run folder.
        tools: Models, attacker, purpose, key.
        options: The method and how it is used.
        listener: Told how it goes on.
        announce: Called when all models are open and before any text is sent.
    """
    chosen = options or AnonymizeOptions()
    anonymizer = open_anonymizer(chosen.method, tools, chosen.options)
    announce(anonymizer)
    stage = anonymize_stage(anonymizer, tools, chosen)
    shown = Shown(chosen.method, documents)
    async with workers_for(chosen.jobs, (len(one.text) for one in shown)) as workers:
        run = await run_plan(
            Plan((stage,), PLAN_NAME),
            shown,
            folder,
            concurrency=at_once(workers, chosen.concurrency),
            listener=listener,
            workers=workers,
        )
    missing = dict.fromkeys(run.summary.unscored, UNREACHED)
    failures = {**{unit.id: unit.reason for unit in run.summary.failed}, **missing}
    releases = Released(run, stage.name, anonymizer.name, dict.fromkeys(missing))
    return Anonymized(anonymizer.name, releases, failures, run.summary)


def anonymize_stage(anonymizer: Anonymizer, tools: Tools, options: AnonymizeOptions) -> Stage:
    """Return the stage that makes releases; its settings hold all that decides them."""
    name = f"anonymize {anonymizer.name}"
    used = tools.pool.settings.prompts.setting(*_ROOMS)
    make = partial(_work, anonymizer, options.strict, used)
    return Stage(name, make(), _settings(anonymizer, tools, options), remote=make if asks_nobody(anonymizer) else None)


class Shown(Sequence[Document]):
    """Documents as a method may see them: without annotations, unless it is made of them."""

    def __init__(self, method: str, documents: Iterable[Document]) -> None:
        name = _method_name(method)
        self._documents = documents if isinstance(documents, Sequence) else Spool(documents)
        self._whole = is_built_in(name) and find_method(name).sees_annotations

    def __len__(self) -> int:
        return len(self._documents)

    @overload
    def __getitem__(self, place: int) -> Document: ...
    @overload
    def __getitem__(self, place: slice) -> list[Document]: ...
    def __getitem__(self, place: int | slice) -> Document | list[Document]:
        if isinstance(place, slice):
            return [self._shown(document) for document in self._documents[place]]
        return self._shown(self._documents[place])

    def __iter__(self) -> Iterator[Document]:
        return map(self._shown, self._documents)

    def _shown(self, document: Document) -> Document:
        return document if self._whole else Document(document.id, document.text)


def _method_name(spec: str) -> str:
    return spec.partition(":")[0].strip()


def _models(tools: Tools) -> dict[str, JsonValue]:
    """Return the models of a plug-in, whose own settings may not tell them."""
    return {"model": tools.model, "attacker": tools.attacker, "judge": tools.judge}


def _settings(anonymizer: Anonymizer, tools: Tools, options: AnonymizeOptions) -> dict[str, JsonValue]:
    return {
        "method": dict(getattr(anonymizer, "settings", {})),
        "models": {} if is_built_in(_method_name(options.method)) else _models(tools),
        "attack": attack_settings(tools.attack, tools.pool.settings.prompts),
        "protect": tools.purpose.protect,
        "preserve": tools.purpose.preserve,
        "key_mark": Secret(tools.key).check if tools.key is not None else None,
        "strict": options.strict,
        "options": dict(options.options),
        "revision": ANONYMIZE_REVISION,
        **tools.pool.settings.prompts.setting(*_ROOMS),
    }


def _work(
    anonymizer: Anonymizer, strict: bool, used: Mapping[str, JsonValue]
) -> Callable[[Task], Awaitable[JsonValue]]:
    async def work(task: Task) -> JsonValue:
        with account() as spent:
            made = await anonymizer.anonymize(task.document)
        release = guarded(task.document.text, made, strict=strict)
        trace: dict[str, JsonValue] = {**release.trace, "cost": spent.to_json(), **used}
        return {"id": release.id, "text": release.text, "method": release.method, "trace": trace}

    return work
