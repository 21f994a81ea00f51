"""All releases of a project with where each is."""

from collections import Counter
from dataclasses import dataclass

from gyges.studio._project import Project
from gyges.studio.reviews._decided import REVIEW, SIGNATURE, ReviewState, read_review_of
from gyges.studio.store import TEAM, ReleaseLine

__all__ = ["ReleaseListed", "list_releases", "release_counts"]


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


def list_releases(project: Project, name: str | None = None) -> list[ReleaseListed]:
    """Return the releases of one set or of all, in their order."""
    versions = project.sheets.versions(REVIEW, TEAM)
    signed = {sheet.item: sheet.body for sheet in project.sheets.of_kind(SIGNATURE, TEAM) if sheet.done}
    rows = []
    for line in project.texts.release_lines(name):
        by = _signer(project, line, signed.get(line.number), versions.get(line.number, 0))
        state: ReviewState = "signed" if by else "in review" if line.number in versions else "open"
        if line.failed is not None:
            state = "failed"
        rows.append(
            ReleaseListed(line.number, line.name, line.id, line.method, line.characters, state, line.failed or "", by)
        )
    return rows


def release_counts(rows: list[ReleaseListed]) -> dict[str, dict[str, int]]:
    """Return for each set how many of its releases are where."""
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        counts.setdefault(row.name, Counter())[row.state] += 1
    return {name: dict(count) for name, count in counts.items()}


def _signer(project: Project, line: ReleaseLine, signature: dict[str, str | int] | None, version: int) -> str:
    """Return who signed the text as it is now; looked at closely only where the review went on since."""
    if signature is None:
        return ""
    current = signature["version"] == version or read_review_of(project, line.number).signed
    return str(signature["by"]) if current else ""
