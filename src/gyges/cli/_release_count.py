"""What there is to say about releases, counted as they pass, so that none of them has to stay in memory."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gyges.cli._printable import one_line
from gyges.reading import ENGLISH, is_read
from gyges.records import Release

__all__ = ["ReleaseCount", "count_of"]


@dataclass(slots=True)
class ReleaseCount:
    """Counts of releases.

    Attributes:
        releases: All, those that failed too.
        edits: Spans that were replaced.
        masks: Whether one of them has spans that were replaced, or could have; a rewrite has none.
        residual: Direct identifiers that still stand.
        with_residual: Releases in which one does.
        failed: Why there is no release, by document.
        unread: Why a release was not checked for direct identifiers, by document.
        languages: Texts by language.
        lower_case: Texts with hardly any capitals.
    """

    releases: int = 0
    edits: int = 0
    masks: bool = False
    residual: int = 0
    with_residual: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    languages: Counter[str] = field(default_factory=Counter)
    lower_case: int = 0

    def counted(self, releases: Iterable[Release]) -> Iterator[Release]:
        """Yield releases and count them."""
        for release in releases:
            self._add(release)
            yield release

    def _add(self, release: Release) -> None:
        left, trace = count_of(release, "residual"), release.trace
        self.releases += 1
        self.edits += count_of(release, "edits")
        self.masks |= "edits" in trace
        self.residual += left
        self.with_residual += bool(left)
        self.lower_case += "lower_case" in trace
        self.languages[str(trace.get("language") or ENGLISH)] += 1
        for name, table in (("failed", self.failed), ("unread", self.unread)):
            if name in trace:
                table[release.id] = str(trace[name])

    def warn(self) -> None:
        """Say when the embedded engine was given what it was not made for, and what was not checked.

        Finding no direct identifier there says nothing.
        """
        for language, count in self.languages.items():
            if not is_read(language):
                sys.stderr.write(
                    f"gyges: {count} texts look like {language}, which the embedded engine does not read: "
                    "it misses more\n"
                )
        if self.lower_case:
            texts = "1 text has" if self.lower_case == 1 else f"{self.lower_case:,} texts have"
            sys.stderr.write(
                f"gyges: {texts} hardly any capitals: the embedded engine and the check for direct identifiers miss "
                "more names and addresses there\n"
            )
        for id_, reason in self.unread.items():
            sys.stderr.write(one_line(f"gyges: {id_} cannot be checked for direct identifiers: {reason}") + "\n")


def count_of(release: Release, name: str) -> int:
    """Return how many rows a list in the trace of a release has."""
    rows = release.trace.get(name)
    return len(rows) if isinstance(rows, list) else 0
