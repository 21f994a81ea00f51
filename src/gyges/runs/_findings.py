"""Attacking many texts: one journaled unit for each attacker and text, and findings that survive the journal."""

import json
from collections.abc import Awaitable, Callable, ItemsView, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import overload

from gyges.attacks import Attack, AttackOptions, JointAttack, asks_nobody, open_attacker
from gyges.corpus import ItemsInOrder
from gyges.models import OURS, ModelPool, Wording
from gyges.records import Document, Fact, Finding, JsonValue, Subject, Unread
from gyges.runs._events import Listener
from gyges.runs._outcome import UNREACHED, RunSummary
from gyges.runs._plan import Plan, Stage, Task
from gyges.runs._result import Run
from gyges.runs._revision import ATTACK_REVISION
from gyges.runs._run import CONCURRENCY, run_plan
from gyges.runs.workers import Crew, Jobs, Remote, at_once, workers_for

__all__ = [
    "Attacked",
    "Findings",
    "attack_corpus",
    "attack_settings",
    "attack_texts",
    "finding_from_json",
    "finding_to_json",
    "open_attackers",
]

PLAN_NAME = "audit"


@dataclass(frozen=True, slots=True)
class Attacked:
    """What several attackers found in several texts.

    Attributes:
        findings: By attacker, then by document; a text that could not be attacked is missing here.
        failures: Why, by attacker, then by document.
        summary: How the run ended.
    """

    findings: Mapping[str, Mapping[str, Finding]]
    failures: Mapping[str, Mapping[str, str]]
    summary: RunSummary


async def attack_texts(
    attackers: Sequence[Attack],
    texts: Mapping[str, str],
    folder: Path,
    *,
    settings: Mapping[str, JsonValue],
    concurrency: int = CONCURRENCY,
    listener: Listener | None = None,
    workers: Crew | None = None,
) -> Attacked:
    """Let every attacker read every text, blind: it is given the text and an id, nothing else.

    Args:
        attackers: Who attacks; each has a name of its own.
        texts: Released texts by document id.
        folder: The run folder.
        settings: All that decides what an attacker finds besides its name, such as the reference date.
        concurrency: How many texts are in flight.
        listener: Told how it goes on.
        workers: Processes for an attacker that asks nobody and reads alone; several share what they found in this one.
    """
    read: dict[str, dict[str, Finding]] = {}
    works = [*(_noted(attacker, read) for attacker in attackers[:-1]), *(_joined(one, read) for one in attackers[-1:])]
    stages = tuple(
        Stage(f"attack {one.name}", work, settings, remote=_remote(one) if len(attackers) == 1 else None)
        for one, work in zip(attackers, works, strict=True)
    )
    run = await run_plan(
        Plan(stages, PLAN_NAME),
        _Blind(texts),
        folder,
        concurrency=at_once(workers, concurrency),
        listener=listener,
        workers=workers,
    )
    findings = {one.name: Findings(run, stage.name) for one, stage in zip(attackers, stages, strict=True)}
    failures = {one.name: _failures(run, stage.name) for one, stage in zip(attackers, stages, strict=True)}
    return Attacked(findings, failures, run.summary)


def _failures(run: Run, stage: str) -> dict[str, str]:
    reasons = {unit.id: unit.reason for unit in run.summary.failed if unit.stage == stage}
    return reasons | {id_: UNREACHED for id_ in run.summary.unscored if not run.ended(stage, id_)}


class _Blind(Sequence[Document]):
    """Texts as attackers are given them, made when they are asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[Document]:
        return (Document(id_, text) for id_, text in self._texts.items())

    @overload
    def __getitem__(self, place: int) -> Document: ...
    @overload
    def __getitem__(self, place: slice) -> list[Document]: ...
    def __getitem__(self, place: int | slice) -> Document | list[Document]:
        if isinstance(place, int):
            return self[place : place + 1 or None][0]
        return list(islice(self, *place.indices(len(self))))


class Findings(Mapping[str, Finding]):
    """What one attacker found, by document, read from the journal whenever somebody asks; the folder must stay."""

    def __init__(self, run: Run, stage: str) -> None:
        self._run = run
        self._stage = stage
        self._failed = {unit.id for unit in run.summary.failed if unit.stage == stage}

    def __getitem__(self, id_: str) -> Finding:
        outcome = self._run.outcome(self._stage, id_)
        if outcome is None or not outcome.done:
            raise KeyError(id_)
        return finding_from_json(outcome.value)

    def unread_at(self, id_: str) -> Unread[Finding]:
        """Return a finding unread.

        Raises:
            KeyError: There is none.
        """
        written = None if id_ in self._failed else self._run.written(self._stage, id_)
        if written is None:
            raise KeyError(id_)
        return Unread(written, _finding_of)

    def unread(self) -> Iterator[tuple[str, Unread[Finding]]]:
        """Yield documents and findings in order, the findings unread."""
        for id_, written in self._run.all_written(self._stage):
            if id_ not in self._failed:
                yield id_, Unread(written, _finding_of)

    def __contains__(self, id_: object) -> bool:
        return isinstance(id_, str) and id_ not in self._failed and self._run.ended(self._stage, id_)

    def __len__(self) -> int:
        count = self._run.summary.stages[self._stage]
        return count.done + count.reused

    def __iter__(self) -> Iterator[str]:
        return (id_ for id_ in self._run.ids(self._stage) if id_ not in self._failed)

    def items(self) -> ItemsView[str, Finding]:
        """Return documents and findings, read from the start to the end."""
        return ItemsInOrder(self, self.read)

    def read(self) -> Iterator[tuple[str, Finding]]:
        """Yield documents and findings in order."""
        for id_, outcome in self._run.results(self._stage):
            if outcome.done:
                yield id_, finding_from_json(outcome.value)


async def attack_corpus(
    texts: Mapping[str, str],
    attackers: Sequence[str],
    options: AttackOptions,
    folder: Path,
    pool: ModelPool,
    *,
    listener: Listener | None = None,
    announce: Callable[[ModelPool], None] = lambda pool: None,
    jobs: Jobs = None,
) -> tuple[str, Attacked]:
    """Attack texts by named attackers; return whose findings count (the union of several) and all findings.

    Args:
        texts: Texts by document id.
        attackers: Specs of attackers.
        options: How attacks are carried out.
        folder: The run folder.
        pool: The models.
        listener: Told how it goes on.
        announce: Called when all models are open and before any text is sent.
        jobs: How many processes compute, or a cluster; None for one on each core, and one alone for few texts.
    """
    opened = open_attackers(attackers, pool, options)
    announce(pool)
    async with workers_for(jobs, map(len, texts.values())) as workers:
        attacked = await attack_texts(
            opened,
            texts,
            folder,
            settings=attack_settings(options, pool.settings.prompts),
            listener=listener,
            workers=workers,
        )
    return opened[-1].name, attacked


def open_attackers(specs: Sequence[str], pool: ModelPool, options: AttackOptions) -> list[Attack]:
    """Return attackers by name, the one whose findings count last: with several, that is all of them together."""
    different = tuple(dict.fromkeys(specs))
    attackers = [open_attacker(spec, pool, options) for spec in different]
    if len(attackers) > 1:  # `attack_texts` hands the union what its members found
        attackers.append(open_attacker("+".join(different), pool, options))
    return attackers


def attack_settings(options: AttackOptions, wording: Wording = OURS) -> dict[str, JsonValue]:
    """Return all that decides a finding besides the attacker and the text; a rule of the user's own by its name."""
    align = None if options.align is None else getattr(options.align, "__qualname__", type(options.align).__qualname__)
    return {
        **asdict(replace(options, align=None)),
        "align": align,
        "reference_date": options.reference_date.isoformat(),
        "revision": ATTACK_REVISION,
        **wording.setting("attacks"),
    }


_Work = Callable[[Task], Awaitable[JsonValue]]


def _remote(attacker: Attack) -> Remote | None:
    return partial(_joined, attacker, {}) if asks_nobody(attacker) else None


def _noted(attacker: Attack, read: dict[str, dict[str, Finding]]) -> _Work:
    """Return the work of an attacker after whom others read the same text: what it finds is noted for them."""

    async def work(task: Task) -> JsonValue:
        finding = await attacker.attack(task.document.text, id=task.document.id)
        read.setdefault(task.document.id, {})[attacker.name] = finding
        return finding_to_json(finding)

    return work


def _joined(attacker: Attack, read: dict[str, dict[str, Finding]]) -> _Work:
    """Return the work of the last attacker; one that joins others does not let them read a text again."""

    async def work(task: Task) -> JsonValue:
        id_, text = task.document.id, task.document.text
        known = read.pop(id_, {})
        if isinstance(attacker, JointAttack):
            return finding_to_json(await attacker.join(text, known, id=id_))
        return finding_to_json(await attacker.attack(text, id=id_))

    return work


def _finding_of(written: bytes) -> Finding:
    """Return the finding of a unit that is done, as the journal has it."""
    return finding_from_json(json.loads(written)["value"])


def finding_to_json(finding: Finding) -> JsonValue:
    """Return a finding as JSON."""
    return {
        "id": finding.id,
        "attacker": finding.attacker,
        "subjects": [
            {
                "id": subject.id,
                "description": subject.description,
                "called": list(subject.called),
                "facts": [
                    {"tag": f.tag, "value": f.value, "certainty": f.certainty, "evidence": list(f.evidence)}
                    for f in subject.facts
                ],
            }
            for subject in finding.subjects
        ],
        "notes": dict(finding.notes),
    }


def finding_from_json(data: JsonValue) -> Finding:
    """Return the finding that `finding_to_json` wrote."""
    row: dict[str, object] = dict(data)  # type: ignore[arg-type]  # our own journal
    subjects = tuple(
        Subject(
            id=subject["id"],
            description=subject["description"],
            called=tuple(subject["called"]),
            facts=tuple(
                Fact(f["tag"], f["value"], f["certainty"], evidence=tuple(f["evidence"])) for f in subject["facts"]
            ),
        )
        for subject in row["subjects"]  # type: ignore[attr-defined]
    )
    return Finding(str(row["id"]), str(row["attacker"]), subjects, row["notes"])  # type: ignore[arg-type]
