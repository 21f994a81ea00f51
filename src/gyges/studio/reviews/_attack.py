"""Attacking a release as it is now, by an attacker that whoever started the studio allowed; failures are kept too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gyges.attacks import open_attacker
from gyges.errors import ConfigError, GygesError, StudioError
from gyges.models import ModelPool
from gyges.records import Finding, JsonValue, Release
from gyges.runs import finding_from_json, finding_to_json, wait_for
from gyges.studio._askers import askers
from gyges.studio._jobs import Report
from gyges.studio._options import StudioOptions
from gyges.studio._project import Project
from gyges.studio._truth import annotated_document
from gyges.studio.reviews._decided import read_review_of
from gyges.studio.reviews._look import PersonSeen, appraiser_of, people_seen, quoted_words
from gyges.studio.store import digest_of

__all__ = ["ATTACK", "AttackKept", "attack_release", "attacks_on", "check_attacker"]

ATTACK = "attack"
"""The kind of the sheet with what an attacker found; its author is the attacker."""


@dataclass(frozen=True, slots=True)
class AttackKept:
    """What came of attacking a release.

    Attributes:
        attacker: Who attacked.
        by: Who asked for it.
        at: When, UTC.
        digest: SHA-256 of the text that was attacked.
        current: Whether that is the text as it is now.
        failed: Why nothing came of it; empty if something did. Nobody is protected by that.
        calls: Calls to models, cached ones not counted.
        usd: What they cost; None where no price is known.
        people: Those the truth knows; empty for another version of the text, whose words stand elsewhere.
        others: People the attacker found whom the truth does not know.
    """

    attacker: str
    by: str
    at: str
    digest: str
    current: bool
    failed: str
    calls: int
    usd: float | None
    people: list[PersonSeen]
    others: list[PersonSeen]


def check_attacker(spec: str, options: StudioOptions) -> None:
    """Refuse an attacker that nobody allowed.

    Raises:
        ConfigError: It was not named when the studio was started.
    """
    if spec not in options.offered:
        raise ConfigError("no attacker of that name was named at the start", "start the studio with --attacker NAME")


def attack_release(project: Project, number: int, spec: str, options: StudioOptions, who: str, report: Report) -> str:
    """Attack a release as it is now; keep what was found, or why nothing was, and return it in words.

    The attacker is given the released text and a number, nothing else.

    Raises:
        GygesError: The attack failed.
    """
    review = read_review_of(project, number)
    if review.unfit is not None:
        raise StudioError(f"there is no text to attack: {review.unfit}", "change the edits, or make the release again")
    text = review.text
    report(0, 1)

    async def attack() -> tuple[Finding, int, float | None]:
        async with ModelPool(options.models) as pool:
            pool.works_for(*askers(project, review.row.document, review.row.name))
            finding = await open_attacker(spec, pool).attack(text, id=str(number))
            return finding, pool.ledger.total.calls, pool.ledger.total.usd

    try:
        finding, calls, usd = wait_for(attack)
    except GygesError as error:
        _keep(project, number, spec, who, text, {"finding": None, "failed": str(error), "calls": 0, "usd": None})
        raise
    found = {"finding": finding_to_json(finding), "failed": "", "calls": calls, "usd": usd}
    _keep(project, number, spec, who, text, found)
    report(1, 1)
    return f"{len(finding.subjects):,} people found, {sum(len(one.facts) for one in finding.subjects):,} facts inferred"


def attacks_on(project: Project, number: int) -> Iterator[AttackKept]:
    """Return the last attack of every attacker on a release, held against the truth."""
    review = read_review_of(project, number)
    digest = digest_of(review.text) if review.unfit is None else None
    for sheet in project.sheets.of_item(ATTACK, number):
        kept, current = sheet.body, sheet.body["digest"] == digest
        people: list[PersonSeen] = []
        others: list[PersonSeen] = []
        if current and kept["finding"] is not None:
            release = Release(review.document.id, review.text, "review")
            truth = appraiser_of(annotated_document(project, review.row.document)).truth
            finding = finding_from_json(kept["finding"])
            people, others = people_seen(truth, release, finding, quoted_words(review.text))
        said = {name: kept[name] for name in ("by", "digest", "failed", "calls", "usd")}
        yield AttackKept(attacker=sheet.author, at=sheet.saved, current=current, people=people, others=others, **said)


def _keep(project: Project, number: int, spec: str, who: str, text: str, found: Mapping[str, JsonValue]) -> None:
    last = project.sheets.get(ATTACK, number, spec)
    body = {**found, "by": who, "digest": digest_of(text)}
    project.sheets.save(
        ATTACK, number, spec, who=who, seen=last.version, body=body, done=True, what="attacked", of=text
    )
