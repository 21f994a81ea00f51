"""What edits are worth: what a strong reader is expected to leave with them, and without each of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gyges.attacks import RulesAttack
from gyges.reading import why_unread
from gyges.records import Document, Edit, JsonValue, Release, apply_edits, edits_to_json
from gyges.scoring import is_about_author
from gyges.scoring.estimate import Expected, expect_document

TELLING = 0.02
"""Protection of one kind of fact below which a loss is noise: each word that comes back moves every figure a little."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What one person loses where edits are undone."""

    id: str  # the person
    description: str  # who that is
    kept: float  # what is expected to stay protected with the edits
    undone: float  # the same without them
    kinds: tuple[str, ...]  # tags of facts that lose, those that lose most first


@dataclass(frozen=True, slots=True)
class EditWorth:
    """What edits are worth to a document."""

    kept: float | None = None
    undone: float | None = None  # the same without them
    people: tuple[Loss, ...] = ()  # who loses something that matters, those who lose most first

    def to_json(self) -> dict[str, JsonValue]:
        """Return it as ``review.jsonl`` and traces hold it."""
        protects: list[JsonValue] = [
            {
                "id": loss.id,
                "person": loss.description,
                "from": list(loss.kinds),
                "kept": rounded(loss.kept),
                "undone": rounded(loss.undone),
            }
            for loss in self.people
        ]
        return {"protects": protects, "document": {"kept": rounded(self.kept), "undone": rounded(self.undone)}}


@dataclass(frozen=True, slots=True)
class PersonWorth:
    """What is expected to stay protected of a person, in the original and in the release."""

    id: str
    description: str
    before: float
    after: float


@dataclass
class Appraiser:
    """Estimates for one document what edits are worth, by the light make of the estimate."""

    document: Document  # the original
    annotated: bool = field(init=False)
    truth: Document = field(init=False)  # the original with those people; without any where it cannot be read
    why_not: str = field(init=False, default="")  # why nothing can be estimated, empty if it can

    def __post_init__(self) -> None:
        """Read the original."""
        self._rules = RulesAttack()
        self.annotated = self.document.subjects is not None and not is_about_author(self.document)
        self.truth = self.document
        why = why_unread(self.document.text)
        if why is not None:
            self.why_not = why
            return
        self._before = self._rules.find(self.document.text, self.document.id)
        people = self.document.subjects if self.annotated else self._before.subjects
        self.truth = Document(self.document.id, self.document.text, people)
        self._described = {one.id: one.description or next(iter(one.called), one.id) for one in people or ()}
        self._untouched = self._expected([])
        self.why_not = self._untouched if isinstance(self._untouched, str) else ""

    def people(self, edits: Sequence[Edit]) -> tuple[PersonWorth, ...]:
        """Return what is expected of each person before and after, the worst off first."""
        before, after = self.expected([]), self.expected(edits)
        if before is None or after is None:
            return ()
        rows = [PersonWorth(id_, self._described[id_], before.people[id_], now) for id_, now in after.people.items()]
        return tuple(sorted(rows, key=lambda row: (row.after, row.id)))

    def expected(self, edits: Sequence[Edit]) -> Expected | None:
        """Return what is expected where these edits are made; None where it cannot be estimated."""
        expected = self._estimate(edits)
        return None if isinstance(expected, str) else expected

    def why_not_with(self, edits: Sequence[Edit]) -> str:
        """Return why nothing can be estimated where these edits are made, empty if it can."""
        expected = self._estimate(edits)
        return expected if isinstance(expected, str) else ""

    def _estimate(self, edits: Sequence[Edit]) -> Expected | str:
        return self.why_not or (self._expected(edits) if edits else self._untouched)

    def worth(self, kept: Expected | None, edits: Sequence[Edit]) -> EditWorth:
        """Return what is lost against an expectation where only these edits are made."""
        undone = self.expected(edits) if kept is not None else None
        if kept is None or undone is None:
            return EditWorth()
        return EditWorth(kept.document, undone.document, self._losses(kept, undone))

    def _losses(self, kept: Expected, undone: Expected) -> tuple[Loss, ...]:
        fallen: dict[str, dict[str, float]] = {}
        without = undone.kinds
        for (person, tag), value in kept.kinds.items():
            if value - without[person, tag] >= TELLING:
                fallen.setdefault(person, {})[tag] = value - without[person, tag]
        was, now = kept.people, undone.people
        losses = [
            Loss(person, self._described[person], was[person], now[person], tuple(sorted(tags, key=lambda t: -tags[t])))
            for person, tags in fallen.items()
        ]
        return tuple(sorted(losses, key=lambda loss: (loss.undone - loss.kept, loss.id)))

    def _expected(self, edits: Sequence[Edit]) -> Expected | str:
        text = apply_edits(self.document.text, edits)
        why = why_unread(text)  # what is not read gives nothing away to the estimate, which is no privacy
        if why is not None:
            return why
        release = Release(self.document.id, text, "review", {"edits": edits_to_json(edits)})
        return expect_document(self.truth, release, self._rules.find(text, self.document.id), self._before)


def rounded(value: float | None) -> float | None:
    """Return a share as files hold it."""
    return None if value is None else round(value, 4)
