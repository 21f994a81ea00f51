"""Anonymizing a corpus: one journaled unit for each document, and a row for every document, released or not."""

from collections.abc import Awaitable, Callable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from gyges._secret import Secret
from gyges.anonymizers import Anonymizer, Tools, find_method, is_built_in, open_anonymizer, release_of, without_special
from gyges.anonymizers.subjectwise import understand
from gyges.attacks import asks_nobody
from gyges.corpus import ItemsInOrder, Spool, ValuesInOrder
from gyges.errors import ConfigError
from gyges.models import account
from gyges.records import Document, JsonValue, Release, UnreadableDocument
from gyges.runs._engine import run_stage
from gyges.runs._events import Listener
from gyges.runs._findings import attack_settings
from gyges.runs._made import Again
from gyges.runs._outcome import Anonymized
from gyges.runs._plan import ANONYMIZE_REVISION, Stage
from gyges.runs._result import Run, Values
from gyges.runs.workers import Jobs, workers_for
from gyges.scoring import guarded

_BY_RULES = "subjectwise"


def open_for_purpose(spec: str, tools: Tools, options: Mapping[str, JsonValue]) -> Anonymizer:
    """Open a method as `open_anonymizer` does, unless it would not heed what the user wants to protect or to keep."""
    anonymizer = open_anonymizer(spec, tools, options)
    name = spec.partition(":")[0].strip()
    stated = {"protect": tools.purpose.protect.strip(), "preserve": tools.purpose.preserve.strip()}
    given = [part for part, sentence in stated.items() if sentence]
    if not given or not is_built_in(name):  # others may read it out of their tools without a word
        return anonymizer
    settings: Mapping[str, JsonValue] = getattr(anonymizer, "settings", {})
    if given[0] not in settings:
        raise ConfigError(
            f"the method '{name}' makes no use of '{given[0]}'",
            f"leave it out, or choose {_BY_RULES} or a method that asks a model",
        )
    notes = understand(tools.purpose).notes if name == _BY_RULES and tools.model is None else {}
    for part in given:
        said = notes.get(part)
        if isinstance(said, Mapping) and "not_understood" in said:
            raise ConfigError(
                f"'{part}' names no kind of fact that '{name}' knows without a model: {stated[part]}",
                "name some, such as jobs, places, ages or family, or name a model",
            )
    return anonymizer


class Released(Mapping[str, Release]):
    """Releases by document id, in the order of the documents; the trace of one that failed says why."""

    def __init__(self, run: Run, method: str) -> None:
        self._run, self._method, self._made = run, method, Values(run, _release)
        self._failures = run.failures
        self._never = {id_: None for id_ in run.summary.unscored if id_ not in run}  # were not even taken

    def __len__(self) -> int:
        return len(self._run) + len(self._never)

    def __iter__(self) -> Iterator[str]:
        yield from (id_ for id_, _ in self._run.everything())
        yield from self._never

    def __contains__(self, id_: object) -> bool:
        return id_ in self._run or id_ in self._never

    def __getitem__(self, id_: str) -> Release:
        return self._failed(id_) if id_ in self._failures else self._made[id_]

    def items(self) -> ItemsView[str, Release]:
        """Return ids and releases, read from the start to the end."""
        return ItemsInOrder(self, self._pairs)

    def values(self) -> ValuesView[Release]:
        """Return the releases, read from the start to the end."""
        return ValuesInOrder(self, lambda: (release for _, release in self._pairs()))

    def _pairs(self) -> Iterator[tuple[str, Release]]:
        for id_, outcome in self._run.everything():
            yield id_, self._failed(id_) if outcome is None or not outcome.done else _release(outcome.value)
        yield from ((id_, self._failed(id_)) for id_ in self._never)

    def _failed(self, id_: str) -> Release:
        return Release(id_, "", self._method, {"failed": self._failures[id_]})


def _release(value: JsonValue) -> Release:
    row: dict[str, JsonValue] = dict(value)  # type: ignore[arg-type]  # our own journal
    return Release(str(row["id"]), str(row["text"]), str(row["method"]), row["trace"])  # type: ignore[arg-type]


KIND = "anonymize"
_ROOMS = ("anonymizers", "attacks", "scoring")
"""Whose prompts decide what a method releases."""


@dataclass(frozen=True, slots=True)
class AnonymizeOptions:
    """What is done to a corpus."""

    method: str = "subjectwise"  # A method by its spec, such as ``mask`` or ``prompt:FILE``
    options: Mapping[str, JsonValue] = field(default_factory=dict)  # options of the method by name
    strict: bool = False  # whether a release that still holds a direct identifier is a failed one
    hide_special: bool = False  # whether words that tell special categories go, too
    as_made: bool = False  # whether releases stay as the method made them, without a floor
    jobs: Jobs = None


async def anonymize_corpus(
    documents: Iterable[Document],
    folder: Path,
    tools: Tools,
    options: AnonymizeOptions | None = None,
    *,
    listener: Listener | None = None,
    announce: Callable[[Anonymizer], None] = lambda anonymizer: None,
) -> Anonymized:
    """Make a release of every document, and go on where an earlier run in the same folder was."""
    chosen = options or AnonymizeOptions()
    anonymizer = open_for_purpose(chosen.method, tools, chosen.options)
    announce(anonymizer)
    stage = anonymize_stage(anonymizer, tools, chosen)
    shown = shown_to(chosen.method, documents)
    async with workers_for(chosen.jobs, (len(one.text) for one in shown)) as workers:
        run = await run_stage(
            stage,
            shown,
            folder,
            kind=KIND,
            listener=listener,
            workers=workers,
        )
    return Anonymized(anonymizer.name, Released(run, anonymizer.name), run.failures, run.summary)


def anonymize_stage(anonymizer: Anonymizer, tools: Tools, options: AnonymizeOptions) -> Stage:
    """Return the stage that makes releases; its settings hold all that decides them."""
    name = f"anonymize {anonymizer.name}"
    used = tools.pool.settings.prompts.setting(*_ROOMS)
    make = partial(_work, anonymizer, options, used)
    return Stage(name, make(), _settings(anonymizer, tools, options), remote=make if asks_nobody(anonymizer) else None)


def shown_to(method: str, documents: Iterable[Document]) -> Again[Document]:
    """Return documents as a method may see them: without annotations, unless it is made of them."""
    name = _method_name(method)
    kept = documents if isinstance(documents, Sequence) else Spool(documents)
    whole = is_built_in(name) and find_method(name).sees_annotations

    def shown(document: Document) -> Document:
        as_it_is = whole or isinstance(document, UnreadableDocument)
        return document if as_it_is else Document(document.id, document.text)

    return Again(len(kept), lambda: map(shown, kept))


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
        **({"as_made": True} if options.as_made else {}),
        **({"hide": "special"} if options.hide_special else {}),
        "options": dict(options.options),
        "revision": ANONYMIZE_REVISION,
        **tools.pool.settings.prompts.setting(*_ROOMS),
    }


def _work(
    anonymizer: Anonymizer, options: AnonymizeOptions, used: Mapping[str, JsonValue]
) -> Callable[[Document], Awaitable[JsonValue]]:
    async def work(document: Document) -> JsonValue:
        with account() as spent:
            made = await release_of(anonymizer, document, floor=not options.as_made)
        if options.hide_special:
            made = without_special(document.text, made)
        release = guarded(document.text, made, strict=options.strict)
        trace: dict[str, JsonValue] = {**release.trace, "cost": spent.to_json(), **used}
        return {"id": release.id, "text": release.text, "method": release.method, "trace": trace}

    return work
