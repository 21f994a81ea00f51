"""A release as it stands after its review: the edits in force, the text they make, and who signed it."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from gyges.anonymizers import apply_edits
from gyges.errors import EditConflictError, InputError, StudioError
from gyges.records import Document, Release
from gyges.runs.review import edits_of
from gyges.scoring import why_no_release
from gyges.studio._project import Project
from gyges.studio._truth import annotated_document
from gyges.studio.kinds import EditDecided, ReviewBody, accepted_edits
from gyges.studio.reviews._look import why_not_read
from gyges.studio.store import TEAM, ReleaseRow, Sheet, digest_of, now

__all__ = ["REVIEW", "SIGNATURE", "ReviewState", "ReviewedText", "Signature", "read_review_of", "sign", "withdraw"]

REVIEW = "review"
"""The kind of the sheet with the edits."""

SIGNATURE = "signature"
"""The kind of the sheet with the signature; only `sign` writes it."""

ReviewState: TypeAlias = Literal["open", "in review", "signed", "failed"]
"""Where a release is: nobody has changed it, somebody has, somebody signed it as it is now, it has no text."""


@dataclass(frozen=True, slots=True)
class Signature:
    """Somebody's word that a text may go out.

    Attributes:
        by: Who.
        at: When, UTC.
        note: What they said.
        digest: SHA-256 of the text they signed.
        version: Of the review then.
        unread: Why the embedded attacker could tell them nothing of it; empty if it could.
    """

    by: str
    at: str
    note: str
    digest: str
    version: int
    unread: str = ""


@dataclass(frozen=True)
class ReviewedText:
    """One release with what reviewers decided.

    Attributes:
        row: The release as it came.
        document: Its original.
        sheet: The review, of version 0 where nobody has changed anything.
        signature: Whose word there is; None where nobody gave it.
    """

    row: ReleaseRow
    document: Document
    sheet: Sheet
    signature: Signature | None

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
        """What would be released now.

        Raises:
            InputError: The edits overlap.
        """
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
    """Return a release with what reviewers decided.

    Raises:
        UnknownItemError: There is no such release.
    """
    row = project.texts.release(number)
    signed = project.sheets.get(SIGNATURE, number, TEAM).body
    return ReviewedText(
        row,
        project.texts.document(row.document),
        project.sheets.get(REVIEW, number, TEAM),
        None if signed is None or not signed["by"] else Signature(**signed),
    )


def sign(
    project: Project, number: int, who: str, *, seen: int, digest: str, note: str, unread: bool = False
) -> ReviewedText:
    """Sign a release as it is now.

    Args:
        project: Where it is.
        number: The release.
        who: Who signs.
        seen: The version of the review that was on the screen.
        digest: SHA-256 of the text that was on the screen.
        note: What they say.
        unread: Whether they know that the embedded attacker cannot read it; a note says that too.

    Raises:
        EditConflictError: Somebody changed the text since.
        StudioError: There is no text to sign, or none that is read, and they do not say that they know.
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
    """Take a signature back; the trail says whose it was, if it is somebody else's.

    Args:
        project: Where it is.
        number: The release.
        who: Who takes it back.
        of: Whose signature they mean to take back.

    Raises:
        EditConflictError: The release is signed by somebody else by now, or by nobody.
    """
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
