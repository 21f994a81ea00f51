"""The releases of a project: listed, made, looked at and signed."""

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from gyges.errors import InputError
from gyges.records import Release, apply_edits
from gyges.runs.review import EditWorth, proposed_edits
from gyges.scoring import why_no_release
from gyges.studio._at_work import BackgroundJob
from gyges.studio._kinds._annotated import annotated_document
from gyges.studio._kinds._review import EditDecided, accepted_edits
from gyges.studio._look import (
    AttackKept,
    ReleaseSeen,
    appraiser_of,
    attack_release,
    attacks_on,
    check_attacker,
    look_at,
)
from gyges.studio._made import make_releases
from gyges.studio._reviews import (
    ReleaseListed,
    ReviewState,
    Signature,
    list_releases,
    read_review_of,
    release_counts,
    sign,
    withdraw,
)
from gyges.studio._routes._context import Asking, Given, InJobs, InProject, Number, Offered, refuse_reader_of
from gyges.studio._store._database import TrailRow

router = APIRouter(prefix="/releases", tags=["releases"])
_MOST_ROWS = 500
_MOST_ASKED = 8  # edits whose worth is told in one answer: it must come within a second


class ReleasesListed(BaseModel):
    """A part of the list, how many releases of each set are where, and the first that nobody has signed."""

    rows: list[ReleaseListed]
    total: int
    counts: dict[str, dict[str, int]]
    next_unsigned: int | None


class ReleaseShown(BaseModel):
    """A release to review: its original, what the method proposes, and who signed it."""

    number: int
    name: str
    method: str
    document: int
    id: str
    original: str
    edits: list[EditDecided]
    rewritten: bool
    described: dict[str, str]
    failed: str
    state: ReviewState
    signature: Signature | None
    signed: bool
    attackers: list[str]
    next_unsigned: int | None


class ReviewStanding(BaseModel):
    """What others may have changed while somebody looks: the version of the review that is kept, and the signature."""

    version: int
    signature: Signature | None


class ToLookAt(Given):
    """Edits as they are on the screen."""

    edits: list[EditDecided]


class ToAppraise(ToLookAt):
    """The same, and which of them are in question."""

    which: list[Annotated[int, Field(ge=0, le=2**31)]] = Field(max_length=_MOST_ASKED)


class EditAppraised(BaseModel):
    """What an edit is worth beside all others that are made: what is lost where it is not."""

    which: int
    worth: EditWorth
    brings_back: list[str]
    kind: str


class ToSign(Given):
    """What somebody signs: the version and the text they saw."""

    seen: int = Field(ge=0, le=2**53 - 1)
    digest: str = Field(pattern=r"^[0-9a-f]{64}$")
    note: str = Field(default="", max_length=10_000)
    unread: bool = Field(default=False, description="Whether they sign though nobody attacked the text.")


class ToAttack(Given):
    """Who attacks."""

    attacker: str = Field(max_length=1000)


class ToMake(Given):
    """A method that needs no model, and what to call its releases."""

    method: Literal["mask", "subjectwise"]
    name: str = Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f/\\]+$")


@router.get("")
def releases(
    project: InProject,
    name: Annotated[str | None, Query(max_length=200)] = None,
    start: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_ROWS)] = 100,
) -> ReleasesListed:
    """Return releases of one set or of all, in their order."""
    rows = list_releases(project, name)
    unsigned = next((row.number for row in rows if row.state in ("open", "in review")), None)
    counts = release_counts(rows if name is None else list_releases(project))
    return ReleasesListed(rows=rows[start : start + limit], total=len(rows), counts=counts, next_unsigned=unsigned)


@router.post("")
def make(project: InProject, jobs: InJobs, offered: Offered, who: Asking, wanted: ToMake) -> BackgroundJob:
    """Make a release of every document, as a job."""
    if wanted.name in project.texts.release_sets():
        raise InputError(f"there is a set '{wanted.name}' already", "give it another name")
    work = partial(make_releases, project, wanted.method, wanted.name, offered, who)
    return jobs.start(f"releases '{wanted.name}' by {wanted.method}", who, work)


@router.get("/{number}")
def release(project: InProject, offered: Offered, who: Asking, number: Number) -> ReleaseShown:
    """Return one release to review; refused to somebody who is reading it blind."""
    review = read_review_of(project, number)
    row = review.row
    refuse_reader_of(project, who, row.document)
    edits, rewritten = review.proposed if review.failed is None else ([], False)
    rows = list_releases(project, row.name)
    unsigned = [one.number for one in rows if one.state in ("open", "in review") and one.number != number]
    return ReleaseShown(
        number=number,
        name=row.name,
        method=row.release.method,
        document=row.document,
        id=review.document.id,
        original=review.document.text,
        edits=edits,
        rewritten=rewritten,
        described=_described(row.release.trace.get("people")),
        failed=review.failed or "",
        state=review.state,
        signature=review.signature,
        signed=review.failed is None and review.signed,
        attackers=list(offered.offered),
        next_unsigned=next((one for one in unsigned if one > number), next(iter(unsigned), None)),
    )


@router.get("/{number}/standing")
def standing(project: InProject, number: Number) -> ReviewStanding:
    """Return which version of the review is kept, and who signed; asked every few seconds."""
    review = read_review_of(project, number)
    return ReviewStanding(version=review.sheet.version, signature=review.signature)


@router.post("/{number}/look")
def look(project: InProject, number: Number, wanted: ToLookAt) -> ReleaseSeen:
    """Return what the embedded attacker infers where these edits are made, and what a strong reader is expected to."""
    row = project.texts.release(number)
    return look_at(annotated_document(project, row.document), accepted_edits(wanted.edits), row.release.method)


@router.post("/{number}/worth")
def worth(project: InProject, number: Number, wanted: ToAppraise) -> list[EditAppraised]:
    """Return what some edits are worth beside all that are made."""
    row = project.texts.release(number)
    original = annotated_document(project, row.document)
    if any(one >= len(wanted.edits) for one in wanted.which):
        raise InputError("there is no edit of that number", "send the edits that are on the screen")
    asked = [wanted.edits[one].edit for one in wanted.which]
    if any(edit.end > len(original.text) for edit in asked):
        raise InputError("an edit reaches beyond the original", "undo it")
    accepted = accepted_edits(wanted.edits)
    told = proposed_edits(original, accepted, asked, appraiser_of(original))
    made = Release(original.id, apply_edits(original.text, accepted), row.release.method)
    unfit = why_no_release(original.text, made) is not None  # nothing is protected by what is no release
    return [
        EditAppraised(
            which=which, worth=EditWorth() if unfit else one.worth, brings_back=list(one.brings_back), kind=one.kind
        )
        for which, one in zip(wanted.which, told, strict=True)
    ]


@router.post("/{number}/signature")
def give_signature(project: InProject, who: Asking, number: Number, given: ToSign) -> Signature | None:
    """Sign a release as it was on the screen; refused with 409 where it is another one by now."""
    signed = sign(project, number, who, seen=given.seen, digest=given.digest, note=given.note, unread=given.unread)
    return signed.signature


@router.get("/{number}/signatures")
def signatures(project: InProject, number: Number) -> list[TrailRow]:
    """Return who signed it and who withdrew a signature, the first first; nothing of that is ever forgotten."""
    project.texts.release(number)
    return list(project.trail.rows("signature", number))


@router.delete("/{number}/signature")
def take_back_signature(
    project: InProject, who: Asking, number: Number, of: Annotated[str, Query(max_length=200)]
) -> Signature | None:
    """Withdraw the signature of somebody, oneself or another; refused with 409 where it is not theirs any more."""
    return withdraw(project, number, who, of=of).signature


@router.get("/{number}/attacks")
def attacks(project: InProject, number: Number) -> list[AttackKept]:
    """Return what attackers found when they were last let loose on it."""
    return list(attacks_on(project, number))


@router.post("/{number}/attacks")
def attack(
    project: InProject, jobs: InJobs, offered: Offered, who: Asking, number: Number, wanted: ToAttack
) -> BackgroundJob:
    """Attack a release as it is saved now, as a job; the attacker sees the released text and nothing else."""
    project.texts.release(number)
    check_attacker(wanted.attacker, offered)
    work = partial(attack_release, project, number, wanted.attacker, offered, who)
    return jobs.start(f"attack by {wanted.attacker}", who, work)


def _described(people: object) -> dict[str, str]:
    rows = [one for one in people if isinstance(one, dict)] if isinstance(people, list) else []
    return {str(one["id"]): str(one["description"]) for one in rows if "id" in one and "description" in one}
