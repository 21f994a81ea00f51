"""Attacking many texts: one journaled unit for each attacker and text, and findings that survive the journal."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from gyges.attacks import Attack, AttackOptions, JointAttack, RecordedAttack, asks_nobody, open_attacker
from gyges.models import OURS, ModelPool, Wording
from gyges.reading import require_visible, shown_text
from gyges.records import Document, Fact, Finding, JsonValue, Subject
from gyges.runs._engine import run_stage
from gyges.runs._events import Listener
from gyges.runs._made import Again
from gyges.runs._outcome import RunSummary
from gyges.runs._plan import ATTACK_REVISION, Stage
from gyges.runs._result import Run, Values
from gyges.runs.workers import Crew, Jobs, workers_for

KIND = "audit"


@dataclass(frozen=True, slots=True)
class Attacked:
    """What several attackers found in several texts."""

    findings: Mapping[str, Mapping[str, Finding]]
    failures: Mapping[str, Mapping[str, str]]  # why, by attacker, then by document
    summary: RunSummary  # how the run ended

    def with_failures(self, reasons: Mapping[str, str]) -> "Attacked":
        """Return the same with documents that no attacker was given, and why."""
        return replace(self, failures={name: {**failed, **reasons} for name, failed in self.failures.items()})


async def attack_texts(
    attackers: Sequence[Attack],
    texts: Mapping[str, str],
    folder: Path,
    *,
    settings: Mapping[str, JsonValue],
    listener: Listener | None = None,
    workers: Crew | None = None,
) -> Attacked:
    """Let every attacker read every text, blind: it is given the text and an id, nothing else."""
    runs: dict[str, Run] = {}
    findings: dict[str, Mapping[str, Finding]] = {}
    for one in attackers:
        known = dict(findings) if isinstance(one, JointAttack) else {}
        work = partial(_attacking, one, known)
        runs[one.name] = run = await run_stage(
            Stage(f"attack {one.name}", work(), settings, work if asks_nobody(one) and not known else None),
            Again(len(texts), lambda: (Document(id_, text) for id_, text in texts.items())),
            folder,
            kind=KIND,
            listener=listener,
            workers=workers,
        )
        findings[one.name] = Values(run, finding_from_json)
    return Attacked(findings, {name: run.failures for name, run in runs.items()}, run.summary)


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
    """Attack texts by named attackers; return whose findings count (the union of several) and all findings."""
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


def _attacking(
    attacker: Attack, known: Mapping[str, Mapping[str, Finding]]
) -> Callable[[Document], Awaitable[JsonValue]]:
    """Make the work of an attacker; one that joins others is given what they found, and lets none read a text again."""

    async def work(document: Document) -> JsonValue:
        text = _seen_by(attacker, document)
        if not isinstance(attacker, JointAttack):
            return finding_to_json(await attacker.attack(text, id=document.id))
        found = {name: some[document.id] for name, some in known.items() if document.id in some}
        return finding_to_json(await attacker.join(text, found, id=document.id))

    return work


def _seen_by(attacker: Attack, document: Document) -> str:
    """Return a text as an attacker sees it; what was read elsewhere was seen there."""
    text = document.text
    if not isinstance(attacker, RecordedAttack):
        require_visible(text)
    elif attacker.find(text, document.id) is not None:
        return text
    return shown_text(text)


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
                "facts": _facts_json(subject.facts),
                **({"special": _facts_json(subject.special)} if subject.special else {}),
            }
            for subject in finding.subjects
        ],
        "notes": dict(finding.notes),
    }


def _facts_json(facts: Iterable[Fact]) -> list[JsonValue]:
    return [{"tag": f.tag, "value": f.value, "certainty": f.certainty, "evidence": list(f.evidence)} for f in facts]


def _facts(rows: Iterable[Any]) -> tuple[Fact, ...]:
    return tuple(Fact(f["tag"], f["value"], f["certainty"], evidence=tuple(f["evidence"])) for f in rows)


def finding_from_json(data: JsonValue) -> Finding:
    """Return the finding that `finding_to_json` wrote."""
    row: dict[str, object] = dict(data)  # type: ignore[arg-type]  # our own journal
    subjects = tuple(
        Subject(
            id=subject["id"],
            description=subject["description"],
            called=tuple(subject["called"]),
            facts=_facts(subject["facts"]),
            special=_facts(subject.get("special", ())),
        )
        for subject in row["subjects"]  # type: ignore[attr-defined]
    )
    return Finding(str(row["id"]), str(row["attacker"]), subjects, row["notes"])  # type: ignore[arg-type]
