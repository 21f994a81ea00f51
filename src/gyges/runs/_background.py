"""What an adversary knows already, read and laid beside an audit when that is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gyges.corpus import BackgroundKnowledge
from gyges.records import Fact, JsonValue, Subject
from gyges.runs._audited import AuditedRelease, AuditOptions, AuditRun
from gyges.runs._outcome import failure_row
from gyges.scoring import ScoredDocument
from gyges.scoring.background import Beyond, Register, merged_people, told_by_findings, what_is_learned


@dataclass(frozen=True, slots=True)
class Background:
    """What is known before a release is read."""

    register: Register  # the people, from registers and as read in documents
    documents: int = 0  # how many documents there were
    failed: Mapping[str, str] = field(default_factory=dict)  # documents that could not be read, with the reason
    left_out: tuple[str, ...] = ()  # columns of registers that are no kind of fact


async def read_background(known: BackgroundKnowledge, run: AuditRun) -> Background:
    """Let the attackers of an audit read documents that are known already; rows of registers need no reading."""
    if not known.documents:
        return Background(Register(known.people), left_out=known.left_out)
    attackers = run.open_attackers()
    attacked = await run.attack({document.id: document.text for document in known.documents}, attackers)
    main = attackers[-1].name
    found = [
        Subject(f"{id_}:{subject.id}", subject.description, subject.facts)
        for id_, finding in attacked.findings[main].items()
        for subject in finding.subjects
    ]
    people = merged_people([*known.people, *found])
    return Background(Register(people), len(known.documents), attacked.failures[main], known.left_out)


def background_row(
    audited: AuditedRelease, prior: Sequence[ScoredDocument], background: Background, options: AuditOptions
) -> dict[str, JsonValue]:
    """Return what a release adds to what is known, as results files hold it; controls are the original and a guess."""
    found = _beyond(audited.scored, told_by_findings(audited.scored, audited.findings), background, options)
    controls = {"prior": _beyond(prior, _guessed(prior), background, options)}
    if audited.original is not None:
        told = told_by_findings(audited.original, audited.before)
        controls["original"] = _beyond(audited.original, told, background, options)
    return {
        **found.to_json(),
        "rows": len(background.register.people),
        "documents": background.documents,
        "failed": [failure_row(id_, reason) for id_, reason in background.failed.items()],
        "left_out": list(background.left_out),
        "controls": {
            f"{name}_{figure}": getattr(one, figure).to_json()
            for name, one in controls.items()
            for figure in ("learned", "unique")
        },
    }


def _beyond(
    scored: Sequence[ScoredDocument],
    told: Mapping[tuple[str, str], Sequence[Fact]],
    background: Background,
    options: AuditOptions,
) -> Beyond:
    return what_is_learned(scored, told, background.register, profile=options.profile)


def _guessed(prior: Sequence[ScoredDocument]) -> dict[tuple[str, str], Sequence[Fact]]:
    """Return what a guesser who reads nothing says of everybody."""
    return {
        (document.id, subject.truth.id): [verdict.guess for verdict in subject.verdicts if verdict.guess is not None]
        for document in prior
        for subject in document.subjects
    }
