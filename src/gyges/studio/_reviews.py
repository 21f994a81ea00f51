"""Reviews of releases: the edits in force, the text they make, who signed it; listed, and exported with a trail."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from gyges.attacks import RulesAttack
from gyges.errors import EditConflictError, InputError, StudioError, UnreadError
from gyges.reading import require_read, why_unread
from gyges.records import Document, JsonValue, Release, apply_edits
from gyges.runs.review import edits_of, reviewed_release
from gyges.scoring import why_no_release
from gyges.studio._kinds._annotated import annotated_document
from gyges.studio._kinds._review import EditDecided, ReviewBody, accepted_edits, undone_edits
from gyges.studio._project import Project
from gyges.studio._store._database import digest_of, now
from gyges.studio._store._sheets import TEAM, Sheet
from gyges.studio._store._texts import ReleaseRow

REVIEW = "review"
"""The kind of the sheet with the edits."""

SIGNATURE = "signature"
"""The kind of the sheet with the signature; only `sign` writes it."""

ReviewState: TypeAlias = Literal["open", "in review", "signed", "failed"]
"""Where a release is: nobody has changed it, somebody has, somebody signed it as it is now, it has no text."""
UNSIGNED = "nobody signed this text"
"""Why a release is not in an export of what was signed."""
_ON_RELEASES = frozenset({REVIEW, SIGNATURE, "attack"})


@dataclass(frozen=True, slots=True)
class Signature:
    """Somebody's word that a text may go out."""

    by: str  # who
    at: str  # when, UTC
    note: str  # what they said
    digest: str  # SHA-256 of the text they signed
    version: int  # of the review then
    unread: str = ""  # why the embedded attacker could tell them nothing of it; empty if it could


@dataclass(frozen=True)
class ReviewedText:
    """One release with what reviewers decided."""

    row: ReleaseRow  # the release as it came
    document: Document  # its original
    sheet: Sheet  # the review, of version 0 where nobody has changed anything
    signature: Signature | None  # whose word there is; None where nobody gave it

    @property
    def failed(self) -> str | None:
        """Why what came is no release."""
        return self.row.failed

    @cached_property
    def proposed(self) -> tuple[list[EditDecided], bool]:
        """What the method proposes, and whether that is a word diff."""
        edits, rewritten = edits_of(self.document, self.row.release)
        return [EditDecided.of(edit) for edit in edits], rewritten

    @cached_property
    def edits(self) -> list[EditDecided]:
        """All edits, decided on or not."""
        return self.proposed[0] if self.sheet.body is None else ReviewBody.model_validate(self.sheet.body).edits

    @cached_property
    def text(self) -> str:
        """What would be released now."""
        return apply_edits(self.document.text, accepted_edits(self.edits))

    @cached_property
    def unfit(self) -> str | None:
        """Why there is nothing that could go out now: what came is no release, or the edits make none of it."""
        if self.failed is not None:
            return self.failed
        try:
            return why_no_release(self.document.text, Release(self.document.id, self.text, self.row.release.method))
        except InputError as error:
            return str(error)

    @property
    def signed(self) -> bool:
        """Whether the text as it is now is the one that was signed; what is no release is signed by nobody."""
        return self.signature is not None and self.unfit is None and self.signature.digest == digest_of(self.text)

    @property
    def state(self) -> ReviewState:
        """Where it is."""
        if self.failed is not None:
            return "failed"
        return "signed" if self.signed else "open" if self.sheet.version == 0 else "in review"


def read_review_of(project: Project, number: int) -> ReviewedText:
    """Return a release with what reviewers decided."""
    row = project.texts.release(number)
    signed = project.sheets.get(SIGNATURE, number, TEAM).body
    return ReviewedText(
        row,
        project.texts.document(row.document),
        project.sheets.get(REVIEW, number, TEAM),
        None if signed is None or not signed["by"] else Signature(**signed),
    )


def why_not_read(document: Document, text: str) -> str:
    """Return why the embedded attacker can tell nothing of a released text; empty if it can."""
    try:
        require_read(text, RulesAttack().name)
    except UnreadError as error:
        return str(error)
    why = why_unread(document.text) if document.subjects is None else None
    return "" if why is None else f"the original was not read: {why}, and nobody annotated its people"


def sign(
    project: Project, number: int, who: str, *, seen: int, digest: str, note: str, unread: bool = False
) -> ReviewedText:
    """Sign a release as it was on the screen: by the version of its review and the digest of its text.

    Who signs what the embedded attacker cannot read says that they know, by `unread` or by a note.
    """
    review = read_review_of(project, number)
    if review.failed is not None:
        raise StudioError(f"this release failed ({review.failed}): there is no text to sign", "make the release again")
    if review.sheet.version != seen or digest_of(review.text) != digest:
        raise EditConflictError(
            "the text was changed since you saw it", "look at it as it is now, and sign that if you agree"
        )
    if review.unfit is not None:
        raise StudioError(f"this is no release: {review.unfit}", "change the edits, or make the release again")
    why = why_not_read(annotated_document(project, review.row.document), review.text)
    if why and not unread and not note.strip():
        raise StudioError(
            f"nobody has attacked this text ({why})", "say that you sign it all the same, or write in the note why"
        )
    signature = Signature(who, now(), note, digest, seen, why)
    return _write(project, number, who, signature, "signed", review.text)


def withdraw(project: Project, number: int, who: str, *, of: str) -> ReviewedText:
    """Take a signature back; the trail says whose it was, if it is somebody else's."""
    review = read_review_of(project, number)
    if review.signature is None or review.signature.by != of:
        there = "nobody has" if review.signature is None else f"{review.signature.by} has"
        raise EditConflictError(f"{there} signed this release, not {of}", "look at it as it is now")
    text = "" if review.unfit is not None else review.text
    what = "withdrew" if who == of else f"withdrew the signature of {of}"
    return _write(project, number, who, Signature("", now(), "", "", 0), what, text)


def _write(project: Project, number: int, who: str, signature: Signature, what: str, text: str) -> ReviewedText:
    last = project.sheets.get(SIGNATURE, number, TEAM)
    body, given = asdict(signature), bool(signature.by)
    project.sheets.save(SIGNATURE, number, TEAM, who=who, seen=last.version, body=body, done=given, what=what, of=text)
    return read_review_of(project, number)


@dataclass(frozen=True, slots=True)
class ReleaseListed:
    """A row of the list; `failed` says why there is no text, `signed_by` whose word there is for it as it is now."""

    number: int
    name: str
    id: str
    method: str
    characters: int
    state: ReviewState
    failed: str
    signed_by: str


_LISTED = """
select releases.number, name, documents.id, method, releases.characters, failed, review.version as begun,
    json_extract(signed.body, '$.by') as signed_by,
    json_extract(signed.body, '$.version') = coalesce(review.version, 0) as current
from releases join documents on documents.number = releases.document
left join sheets as review on review.kind = 'review' and review.item = releases.number and review.author = ''
left join sheets as signed
    on signed.kind = 'signature' and signed.item = releases.number and signed.author = '' and signed.done
where name = coalesce(?, name) order by releases.number"""


def list_releases(project: Project, name: str | None = None) -> list[ReleaseListed]:
    """Return the releases of one set or of all, in their order; looked at closely where a review went on since."""
    found = []
    for row in project.database.connection.execute(_LISTED, (name,)):
        by = row["signed_by"] or ""
        if by and not row["current"] and not read_review_of(project, row["number"]).signed:
            by = ""
        state: ReviewState = "signed" if by else "in review" if row["begun"] else "open"
        if row["failed"] is not None:
            state = "failed"
        told = {column: row[column] for column in ("number", "name", "id", "method", "characters")}
        found.append(ReleaseListed(**told, state=state, failed=row["failed"] or "", signed_by=by))
    return found


def release_counts(rows: list[ReleaseListed]) -> dict[str, dict[str, int]]:
    """Return for each set how many of its releases are where."""
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        counts.setdefault(row.name, Counter())[row.state] += 1
    return {name: dict(count) for name, count in counts.items()}


def reviewed_releases(project: Project, name: str, *, signed_only: bool = True) -> Iterator[Release]:
    """Return the releases of a set as they were reviewed, in the order of the documents.

    The trace says under ``review`` what was accepted and undone, what that cost, and under ``signed`` who signed it,
    when and with which note; ``signed`` is null where nobody did. A release that failed stays failed.
    """
    for line in project.texts.release_lines(name):
        review = read_review_of(project, line.number)
        if review.failed is not None:
            release = review.row.release
            yield replace(release, text="", trace={**release.trace, "failed": review.failed})
        elif signed_only and not review.signed:
            yield _failed(review, UNSIGNED)
        elif review.unfit is not None:
            yield _failed(review, review.unfit)
        else:
            yield _reviewed(review)


def _failed(review: ReviewedText, why: str) -> Release:
    """Return a release that says that it is none: without a text, so that nobody takes a refusal for one."""
    return Release(review.document.id, "", review.row.release.method, {"failed": why})


def _reviewed(review: ReviewedText) -> Release:
    edits, method = review.edits, review.row.release.method
    rewritten = review.proposed[1]
    made = reviewed_release(review.document, method, accepted_edits(edits), undone_edits(edits), rewritten=rewritten)
    told: JsonValue = made.trace.get("review")
    own = sum(one.own and one.accept for one in edits)
    signed: Mapping[str, JsonValue] | None = asdict(review.signature) if review.signed and review.signature else None
    said = {**(told if isinstance(told, dict) else {}), "own": own, "signed": signed, "digest": digest_of(made.text)}
    return replace(made, trace={**made.trace, "review": said})


def audit_rows(project: Project, name: str | None = None) -> Iterator[dict[str, JsonValue]]:
    """Return who did what to which release and when, the first first: changed it, attacked it, signed it."""
    lines = {line.number: line for line in project.texts.release_lines(name)}
    texts = {row.number: row.digest for row in project.texts.rows()}
    for row in project.trail.rows():
        line = lines.get(row.item) if row.item is not None and row.kind in _ON_RELEASES else None
        if line is None:
            continue
        yield {
            "at": row.at,
            "who": row.who,
            "what": row.what,
            "kind": row.kind,
            "set": line.name,
            "id": line.id,
            "version": row.version,
            "digest": row.digest,
            "release_digest": line.digest,
            "original_digest": texts[line.document],
        }
