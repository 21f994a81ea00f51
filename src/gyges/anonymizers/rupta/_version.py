"""The versions that ``rupta`` has made of a text, their reward, and what the rewriter is shown of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.anonymizers.rupta._privacy import GivenAway, Privacy
from gyges.models import DocumentText
from gyges.records import JsonValue


@dataclass(frozen=True, slots=True)
class RatedVersion:
    """One version and its ratings."""

    text: str  # the text
    privacy: Privacy  # what the privacy evaluator says
    utility: int  # what the utility evaluator says, 0-100
    reason: str = ""  # why, in its words

    @property
    def reward(self) -> int:
        """The reward the rewriter is told: the rank while the truth is among the guesses, the utility after that."""
        return self.utility if self.privacy.hidden else self.privacy.rank

    @property
    def order(self) -> tuple[int, int]:
        """What versions are compared by: privacy first, utility where it is the same."""
        return self.privacy.rank, self.utility

    def to_json(self, number: int) -> dict[str, JsonValue]:
        """Return the version as a trace holds it."""
        return {
            "version": number,
            "text": self.text,
            "rank": self.privacy.rank,
            "hidden": self.privacy.hidden,
            "found": [f"{tag}={value}" for tag, value in self.privacy.found],
            "leaks": list(dict.fromkeys(words for _, words in self.privacy.leaks)),
            "utility": self.utility,
            "reason": self.reason,
            "reward": self.reward,
        }


def best_of(versions: Sequence[RatedVersion]) -> RatedVersion:
    """Return the best version, the earliest of equal ones: it took the fewest rewrites."""
    return max(versions, key=lambda version: version.order)


def base_of(versions: Sequence[RatedVersion]) -> RatedVersion:
    """Return the version to go on from: the best reward, and of equal ones the newest, so that no attempt is lost."""
    return max(reversed(versions), key=lambda version: (version.privacy.rank, version.reward))


def leak_lines(leaks: Sequence[GivenAway]) -> str:
    """Return words that gave something away, one a line, each kind of fact before its words; a name goes unsaid."""
    lines = (words if tag == "NAME" else f"{tag.lower().replace('_', ' ')}: {words}" for tag, words in leaks)
    return DocumentText("\n".join(lines)) if leaks else ""


def memory_rows(versions: Sequence[RatedVersion], most: int, *, with_text: bool) -> tuple[Mapping[str, object], ...]:
    """Return the latest versions for the rewriter, oldest first; what is told of the base is not told twice."""
    first = max(0, len(versions) - most)
    base = base_of(versions) if versions else None
    return tuple(
        {
            "number": number,
            "text": DocumentText(version.text) if with_text and version is not base else "",
            "base": version is base,
            "leaks": leak_lines(version.privacy.leaks) if version is not base else "",
            "reason": DocumentText(version.reason) if version.reason else "",
            "rank": version.privacy.rank,
            "hidden": version.privacy.hidden,
            "utility": version.utility,
            "reward": version.reward,
        }
        for number, version in enumerate(versions[first:], start=first + 1)
    )
