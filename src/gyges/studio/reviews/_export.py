"""What a review leaves behind: the releases as reviewed, and who did what to which text."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

from gyges.records import JsonValue, Release
from gyges.runs.review import reviewed_release
from gyges.studio._project import Project
from gyges.studio.kinds import accepted_edits, undone_edits
from gyges.studio.reviews._decided import REVIEW, SIGNATURE, ReviewedText, read_review_of
from gyges.studio.store import digest_of

__all__ = ["audit_rows", "reviewed_releases"]

UNSIGNED = "nobody signed this text"
"""Why a release is not in an export of what was signed."""


def reviewed_releases(project: Project, name: str, *, signed_only: bool = True) -> Iterator[Release]:
    """Return the releases of a set as they were reviewed, in the order of the documents.

    The trace says under ``review`` what was accepted and undone, what that cost, and under ``signed`` who signed it,
    when and with which note; ``signed`` is null where nobody did. A release that failed stays failed.

    Args:
        project: Where they are.
        name: The set.
        signed_only: Whether a text that nobody signed as it is now is left out: it then has an empty text, and its
            trace says so under ``failed``, so that nobody takes it for one that was reviewed.
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
    """Return who did what to which release and when, the first first: changed it, attacked it, signed it.

    Args:
        project: Where it was done.
        name: The set; all of them if none is named.
    """
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


_ON_RELEASES = frozenset({REVIEW, SIGNATURE, "attack"})
