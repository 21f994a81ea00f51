"""One text on its way: masked and shortened by rules, or written anew by a model, with the trace of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.subjectwise._changes import Change, Version, version_of
from gyges.anonymizers.subjectwise._drafts import Draft, clues_of
from gyges.anonymizers.subjectwise._editor import ModelEditor
from gyges.anonymizers.subjectwise._options import LEVELS, Level, SubjectwiseOptions
from gyges.anonymizers.subjectwise._purpose import Understood
from gyges.anonymizers.subjectwise._rounds import Rounds
from gyges.anonymizers.subjectwise._shorten import Shortened, shorten, shorten_densest
from gyges.anonymizers.subjectwise._standing import WHOLE, Seen, Standing, observe, stand, stand_before, truth_of
from gyges.attacks import Attack
from gyges.models import Model
from gyges.reading import ENGLISH, reading_language
from gyges.records import DecidedBy, Document, Finding, JsonValue, Release, Subject, Verdict, edits_to_json
from gyges.scoring import ScoredDocument, ScoredSubject
from gyges.scoring.estimate import estimate_strong


def expected_protection(
    text: str, truth: tuple[Subject, ...], before: Seen, version: Version, seen: Seen, left: Collection[str] | None
) -> dict[str, tuple[float, float]]:
    """Return the protection expected before and after, by person; empty where the estimate does not reach.

    The estimate was fitted on masked and rewritten texts, not on shortened ones. So whoever is told of in nothing that
    stays is fully protected, whatever it says.
    """
    if len(text) > WHOLE or before.reading is None or seen.reading is None:
        return {}
    edits: list[JsonValue] = [{"start": one.start, "end": one.end, "text": one.new} for one in version.changes]
    document = Document("", text, truth)
    first = _estimate(document, Release("", text, "none"), before.finding, before.finding)
    after = _estimate(
        document, Release("", version.text, "subjectwise", {"edits": edits}), seen.finding, before.finding
    )
    told = {id: (first[id], after[id]) for id in after if id in first}
    return {id: (was, 1.0 if left is not None and id not in left else now) for id, (was, now) in told.items()}


def _estimate(document: Document, release: Release, found: Finding, before: Finding) -> Mapping[str, float]:
    people = document.subjects or ()
    subjects = tuple(
        ScoredSubject(one, None, tuple(Verdict(fact, None, 0.0, DecidedBy.MISSING) for fact in one.facts))
        for one in people
    )
    scored = ScoredDocument("", subjects, len(found.subjects))
    told = estimate_strong([scored], {"": document}, {"": release}, {"": found}, {"": before}).people
    return {person: value for (_, person), value in told.items()}


_DENSE = {"strong": 0.12, "paranoid": 0.0}
"""Changed spans for each word from which on the end of a paragraph may go, by level (chosen, not fitted)."""


@dataclass
class Work:
    """What is known of one text."""

    document: Document
    attack: Attack
    before: Seen  # what the attack sees in the original
    understood: Understood
    options: SubjectwiseOptions
    budget: CallBudget
    truth: tuple[Subject, ...] = field(init=False)
    seen: tuple[str, Seen] = field(init=False)  # the last text that was attacked

    def __post_init__(self) -> None:
        self.truth = truth_of(self.before, self.understood.protect, self.understood.preserve)
        self.seen = (self.document.text, self.before)

    async def by_rules(self, masked: Sequence[Change]) -> dict[str, JsonValue]:
        """Return the trace of a text that is shortened as far as the level goes."""
        masked = self._owned(masked)
        shortened = self._shortened(masked)
        changes = shortened.changes if shortened is not None else masked
        version = version_of(self.document.text, changes)
        standing = await self._judge(version)
        expected = await self._expected(version, shortened)
        dropped: dict[str, JsonValue] = {"dropped": shortened.trace} if shortened is not None else {}
        return {**self._trace(version, standing, expected), **dropped}

    async def by_model(self, model: Model, purpose: Purpose) -> tuple[str, dict[str, JsonValue]]:
        """Return the text and the trace of what a model wrote."""
        text = self.document.text
        draft = Draft(text, clues_of(self.truth, self.before))
        editor = ModelEditor(text, self.before.faint or self.before.finding, model, purpose, self.options)
        done = await Rounds(self.document.id, draft, editor, self.options, self.budget, self._judge).run()
        notes: dict[str, JsonValue] = {"rounds": list(done.rounds), "stopped": done.stopped, "changes": done.taken}
        if done.floor:
            notes["floor"] = done.floor
        expected = await self._expected(done.version, None)
        return done.version.text, {**self._trace(done.version, done.standing, expected), **notes}

    def _owned(self, changes: Sequence[Change]) -> list[Change]:
        """Return changes with whom the attacker takes their words to name."""
        mentions = self.before.reading.mentions if self.before.reading is not None else ()
        owners = {at: one.person for one in mentions if one.person for at in range(one.start, one.end)}
        return [replace(one, person=owners.get(one.start, "")) for one in changes]

    def _shortened(self, masked: Sequence[Change]) -> Shortened | None:
        """Let go what the level lets go: as far as the levels before it, then farther."""
        level, text = self.options.how_far, self.document.text
        floor = self.options.utility_floor
        if reading_language(text) != ENGLISH:
            dense = _DENSE.get(level.name)
            return None if dense is None else shorten_densest(text, masked, floor, dense)
        if not level.drops:
            return None
        stages = [one.limits(max(floor, one.utility)) for one in _levels_up_to(level)]
        return shorten(text, masked, self.before, stages, self.understood.preserve)

    async def _judge(self, version: Version, called: Mapping[str, str] | None = None) -> Standing:
        if version.text == self.document.text:  # attacked before the first round
            return stand_before(self.document, self.truth, self.before)
        with self.budget.step("attack"):
            seen = await observe(self.attack, version.text, self.document.id)
        self.seen = (version.text, seen)
        return stand(self.document, self.truth, self.before, version, seen, called)

    async def _expected(self, version: Version, shortened: Shortened | None) -> dict[str, tuple[float, float]]:
        """Estimate what a strong reader leaves protected; only where the embedded reader attacks."""
        if self.before.reading is None:
            return {}
        text, seen = self.seen
        if text != version.text:
            seen = await observe(self.attack, version.text, self.document.id)
        left = shortened.left if shortened is not None else None
        return expected_protection(self.document.text, self.truth, self.before, version, seen, left)

    def _trace(
        self, version: Version, standing: Standing, expected: Mapping[str, tuple[float, float]]
    ) -> dict[str, JsonValue]:
        before = {person.id: person for person in stand_before(self.document, self.truth, self.before).people}
        people: list[JsonValue] = [
            {
                "id": person.id,
                "description": person.description,
                "before": round(before[person.id].protection, 4),
                "after": round(person.protection, 4),
                **({"undecided": person.undecided} if person.undecided else {}),
                **_strong(expected.get(person.id)),
            }
            for person in standing.people
        ]
        level = self.options.how_far
        return {
            "level": level.name,
            "promise": level.promise,
            "edits": edits_to_json([one.edit() for one in version.changes]),
            "people": people,
            "attacker": self.attack.name,
            "calls": self.budget.calls,
            **({"purpose": dict(self.understood.notes)} if self.understood.notes else {}),
        }


def _levels_up_to(level: Level) -> list[Level]:
    return [one for one in LEVELS.values() if level.leak <= one.leak < 1]


def _strong(expected: tuple[float, float] | None) -> dict[str, JsonValue]:
    """Return what a strong reader is expected to leave protected, as traces hold it."""
    if expected is None:
        return {}
    return {"strong_before": round(expected[0], 4), "strong_after": round(expected[1], 4)}
