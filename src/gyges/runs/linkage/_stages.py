"""The journaled steps of a linkage attack: claims, paraphrases, ratings, categories. Each document is paid for once."""

from bisect import bisect_left
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from gyges.attacks.linkage import Auxiliary, Claim, Claimer, Draw, Ranked, RecordLinker, RulesClaimer, open_linker
from gyges.errors import ConfigError
from gyges.models import OURS, Model, Wording
from gyges.reading import read_text
from gyges.records import DecidedBy, Document, JsonValue
from gyges.runs._engine import run_stage
from gyges.runs._events import Listener
from gyges.runs._loops import in_order
from gyges.runs._outcome import check_budget
from gyges.runs._plan import LINK_REVISION, Stage
from gyges.runs.workers import Crew, Remote, at_once
from gyges.scoring import Count
from gyges.scoring.semantic import (
    SAMPLES,
    CategorySet,
    ClaimRating,
    categories_by_tag,
    identifiers_left,
    lexical_distances,
    rate_by_model,
    rate_by_rules,
    task_names,
)

_TOGETHER = 8  # records a worker is handed at once: one of them takes a few milliseconds
_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """Settings of ``gyges link``."""

    linker: str = "bm25"  # who links: one of `gyges.attacks.linkage.LINKERS`
    analyzer: str = "default"  # how BM25 cuts words: ``default`` or ``lucene``
    embedder: str | None = None
    claimer: str = "rules"  # who takes originals apart into claims: ``rules`` or a model
    draw: Draw = "random"  # which claims the attacker knows: random, first or last ones
    known: int = 3  # how many
    seed: int = 0  # seed of the random draw
    auxiliary: Mapping[str, Auxiliary] = field(default_factory=dict)
    paraphraser: str | None = None
    judge: str | None = None  # the model that rates claims; None for rules, which see wording only
    samples: int = SAMPLES  # how often a judge is asked
    categories: CategorySet = "general"  # the kinds of information leaks are sorted into
    controls: bool = True
    paired: bool = True  # whether releases belong to originals one by one; a synthetic release does not
    as_made: bool = False  # whether a text is searched although it looks like no release
    person_field: str | None = None
    label_field: str | None = None
    tasks: str | None = None
    whole: bool = True
    mauve: Path | None = None  # the folder of a language model for MAUVE; None leaves MAUVE out

    def __post_init__(self) -> None:
        if (self.label_field is not None or self.tasks is not None) and self.judge is None:
            raise ConfigError("labels of releases are given by a model", "name one with --judge")
        if self.label_field is not None and self.tasks is not None:
            raise ConfigError("labels are either in the documents or given by a model", "leave one of the two out")
        if self.tasks is not None:
            task_names(self.tasks)


@dataclass(frozen=True, slots=True)
class Computer:
    """Who computes: this process, or workers."""

    workers: Crew | None = None

    async def all(self, step: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], what: str) -> list[Any]:
        """Do a step, which pickle can name, with many arguments, and return what comes of them in their order."""
        if self.workers is None:
            return [step(*each) for each in arguments]
        workers, together, found = self.workers, partial(_on_all, step), list[Any]()
        groups = [arguments[start : start + _TOGETHER] for start in range(0, len(arguments), _TOGETHER)]
        await in_order(
            groups,
            lambda group: workers.do(together, group, what),
            found.extend,
            at_once=at_once(workers, _AT_ONCE),
        )
        return found


def _on_all(step: Callable[..., Any]) -> Callable[[Sequence[tuple[Any, ...]]], Awaitable[list[Any]]]:
    async def on_all(arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        return [step(*each) for each in arguments]

    return on_all


def remote_claims() -> Callable[[Document], Awaitable[JsonValue]]:
    """Make the work that takes a document apart into claims by rules."""
    return partial(_claims, RulesClaimer())


async def _claims(claimer: Claimer, document: Document) -> JsonValue:
    return [[claim.text, claim.start, claim.end] for claim in await claimer.claims(document)]


def remote_categories(which: CategorySet) -> Callable[[Document], Awaitable[JsonValue]]:
    """Make the work that sorts the claims in the meta of a document by the facts that the embedded engine reads."""

    async def work(document: Document) -> JsonValue:
        places = sorted(
            (evidence.start, fact.tag)
            for person in read_text(document.text).people
            for fact in person.facts
            for evidence in fact.evidence
        )
        starts = [start for start, _ in places]
        claims: Any = document.meta["claims"]
        told = (places[bisect_left(starts, start) : bisect_left(starts, end)] for start, end in claims)
        return [list(categories_by_tag([tag for _, tag in tags], which)) for tags in told]

    return work


def words_compared(original: str, linked: str, known: Sequence[str]) -> tuple[Mapping[str, float | None], Count]:
    """Return how far two texts are apart in all variants, and which identifiers are left."""
    return lexical_distances(original, linked, known), identifiers_left(original, linked, known)


@dataclass(slots=True)
class RecordSearch:
    """Ranks records, or records by their claims, for one query; the index is made where it is first used."""

    name: str
    analyzer: str
    records: Mapping[str, Any]
    top: int
    _linker: RecordLinker | None = None

    def __call__(self, query: Sequence[str], truth: str | None = None) -> Ranked:
        """Return the records for a query, with the place of the true one if that is told."""
        if self._linker is None:
            self._linker = open_linker(self.name, analyzer=self.analyzer)
            take_in(self._linker, self.records)
        return self._linker.link([query], top=self.top, truths=[truth])[0]


def take_in(linker: RecordLinker, records: Mapping[str, Any]) -> None:
    """Have a linker take in records, by their claims where it searches these."""
    if linker.over_claims:
        linker.index_claims(records)
    else:
        linker.index(records)


KIND = "link"


@dataclass(frozen=True, slots=True)
class Stepped:
    """What a step gave for each document, and why it gave nothing for some."""

    values: Mapping[str, JsonValue]
    failures: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LinkRun:
    """The run folder of a linkage attack and how work is done in it."""

    folder: Path
    listener: Listener | None = None
    wording: Wording = OURS
    computer: Computer = field(default_factory=Computer)

    async def step(
        self,
        name: str,
        documents: Sequence[Document],
        work: Callable[[Document], Awaitable[JsonValue]],
        settings: Mapping[str, JsonValue],
        *,
        remote: Remote | None = None,
    ) -> Stepped:
        """Do one step for every document, or take it from the journal; by workers where that is possible."""
        settings = {**settings, "revision": LINK_REVISION, **self.wording.setting()}
        workers = self.computer.workers
        run = await run_stage(
            Stage(name, work, settings, remote),
            documents,
            self.folder,
            kind=KIND,
            listener=self.listener,
            workers=workers,
        )
        check_budget(run.summary)  # figures of a part would pass for those of the whole
        return Stepped({id_: outcome.value for id_, outcome in run.results() if outcome.done}, run.failures)

    async def claims(
        self, documents: Sequence[Document], claimer: Claimer, step: str = "claims"
    ) -> tuple[dict[str, tuple[Claim, ...]], Mapping[str, str]]:
        """Take documents apart into claims."""
        bare = [Document(document.id, document.text) for document in documents]
        remote = remote_claims if isinstance(claimer, RulesClaimer) else None
        done = await self.step(
            f"{step} {claimer.name}", bare, partial(_claims, claimer), dict(claimer.settings), remote=remote
        )
        found = {id_: tuple(Claim(*row) for row in rows) for id_, rows in done.values.items()}  # type: ignore
        return found, done.failures

    async def ratings(
        self,
        claims: Mapping[str, Sequence[Claim]],
        records: Mapping[str, str],
        judge: Model | None,
        samples: int,
    ) -> dict[str, tuple[ClaimRating, ...]]:
        """Rate the claims of each original against a text; what failed is rated as failed."""
        if judge is None:
            pairs = [(_texts(claims[id_]), text) for id_, text in records.items()]
            rated = await self.computer.all(rate_by_rules, pairs, "ratings by rules")
            return {id_: tuple(rows) for id_, rows in zip(records, rated, strict=True)}

        async def work(document: Document) -> JsonValue:
            rated = await rate_by_model(judge, list(document.meta["claims"]), document.text, samples=samples)  # type: ignore
            return [[row.rating, list(row.samples)] for row in rated]

        asked = [Document(id_, text, meta={"claims": _texts(claims[id_])}) for id_, text in records.items()]
        done = await self.step("rate", asked, work, {"judge": judge.name, "samples": samples})
        return {id_: _ratings(_texts(claims[id_]), done.values.get(id_)) for id_ in records}


def _texts(claims: Sequence[Claim]) -> list[str]:
    return [claim.text for claim in claims]


def _ratings(claims: Sequence[str], rows: JsonValue) -> tuple[ClaimRating, ...]:
    if not isinstance(rows, list):
        return tuple(ClaimRating(claim, None, DecidedBy.FAILED) for claim in claims)
    return tuple(
        ClaimRating(claim, rating, DecidedBy.FAILED if rating is None else DecidedBy.JUDGE, tuple(samples))
        for claim, (rating, samples) in zip(claims, rows, strict=True)
    )
