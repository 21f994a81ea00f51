"""One document on its way through the loop: precautions, rounds, the last scan, and the trace of it all."""

from collections.abc import Mapping, Sequence

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._edits import edits_to_json
from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.subjectwise._across import Across
from gyges.anonymizers.subjectwise._board import Board, Version, edits_of
from gyges.anonymizers.subjectwise._drafts import Draft, clues_of, reasons_of
from gyges.anonymizers.subjectwise._editor import RulesEditor
from gyges.anonymizers.subjectwise._exact import find_exact
from gyges.anonymizers.subjectwise._expected import expected_protection
from gyges.anonymizers.subjectwise._find import take_apart
from gyges.anonymizers.subjectwise._last_reading import LastReading, Reader
from gyges.anonymizers.subjectwise._levels import LEVELS
from gyges.anonymizers.subjectwise._loop import NOTHING_LEFT, Done, Steps, run_rounds
from gyges.anonymizers.subjectwise._model_editor import ModelEditor
from gyges.anonymizers.subjectwise._model_people import letters_of, name_people
from gyges.anonymizers.subjectwise._observer import Seen, observe
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._precautions import precautions
from gyges.anonymizers.subjectwise._purpose import Understood
from gyges.anonymizers.subjectwise._ranked import rank_wordings
from gyges.anonymizers.subjectwise._rescan import clear_identifiers
from gyges.anonymizers.subjectwise._senses import NO_SENSES, Senses
from gyges.anonymizers.subjectwise._shorten import Shortened, shorten
from gyges.anonymizers.subjectwise._standing import PersonStanding, Standing, stand, stand_before, truth_of
from gyges.anonymizers.subjectwise._tellings import Tellings
from gyges.anonymizers.subjectwise._writing import Writing
from gyges.anonymizers.wording import Ranker, Sexes
from gyges.attacks import Attack
from gyges.models import Model
from gyges.reading import read_text
from gyges.records import Document, JsonValue

__all__ = ["Work"]

_WITH_SEXES = {"names": "names", "people": "people", "cues": "people"}
"""How broad a level is where sexes stay: kin words stay too."""


class Work:
    """The rounds of one document.

    Args:
        document: The document; only its text is looked at.
        attack: Who attacks.
        before: What the attacker saw in the original.
        understood: The purpose, as far as rules understand it.
        options: How far to go.
        budget: The calls of this document.
        senses: What words in doubt mean, where a ranker decided that.
        across: Who was met in the windows before, where the document is one.
    """

    def __init__(
        self,
        document: Document,
        attack: Attack,
        before: Seen,
        understood: Understood,
        options: SubjectwiseOptions,
        budget: CallBudget,
        senses: Senses = NO_SENSES,
        across: Across | None = None,
    ) -> None:
        text = document.text
        self._document = Document(document.id, text)
        self._attack = attack
        self._before = before
        self._understood = understood
        self._options = options
        self._budget = budget
        self._truth = truth_of(before, understood.protect, understood.preserve)
        self._level = options.how_far
        self._reading = before.reading or read_text(text)
        self._senses, self._across = senses, across
        pieces, self._sexes = take_apart(
            text, self._reading, wherever=self._level.hides_all_sexes, senses=senses, across=across
        )
        self._board = Board(text, pieces)
        self._rules = RulesEditor(self._board, understood.preserve)
        self._writing: Writing | None = None
        self._reader: Reader | None = None
        self._shortened: Shortened | None = None
        self._ranked: dict[str, JsonValue] = {}
        self._seen = (text, before)

    def with_model(self, model: Model, purpose: Purpose) -> "Work":
        """Let a model write the text anew."""
        by_model = self._before.reading is None  # the embedded reader has named everybody its own way
        letters = name_people(self._board, self._before) if by_model else letters_of(self._board)
        tellings = Tellings()
        tellings.note(self._document.text, stand_before(self._document, self._truth, self._before).people, told=False)
        draft = Draft(self._document.text, self._board.pieces.copy(), clues_of(self._truth, self._before))
        editor = ModelEditor(self._document.text, letters, model, purpose, self._level)
        self._writing = Writing(self._document.id, draft, editor, self._options, self._budget, self._judge, tellings)
        self._reader = Reader(model, purpose, self._options, self._budget, self._judge, draft, tellings)
        return self

    async def rank(self, ranker: Ranker) -> None:
        """Let a ranker choose among the wordings that the rules hold sound.

        Raises:
            GygesError: The ranker cannot be asked.
        """
        self._board.pieces, wordings = await rank_wordings(self._document.text, self._board.pieces, ranker)
        self._ranked = {"ranker": ranker.name, "wordings": wordings, "senses": list(self._senses.told)}

    async def run(self) -> tuple[str, dict[str, JsonValue]]:
        """Make the rounds; return the released text and the trace."""
        notes: dict[str, JsonValue] = {}
        done = None
        if self._writing is not None and self._level.attacks:
            self._shorten(self._writing)
            done = await self._writing.run()
            notes["rewrites"] = self._writing.rewritten
            if done is None:
                notes["fell_back"] = "no rewrite of the model protects better, so the text was edited without it"
        if done is None:
            done = await self._raise()
            notes["sex"] = self._sexes.outcome
            if self._sexes.reason:
                notes["sex_reason"] = self._sexes.reason
        last = LastReading(done.version, done.standing)
        if self._reader is not None:
            last = await self._reader.read(last.version, last.standing)
            notes["last_reading"] = dict(last.notes)
        expected = await self._expected(last.version)
        return last.version.text, {**self._trace(last, done, expected), **notes}

    async def _raise(self) -> Done:
        """Make the rounds with the embedded editor: pieces go up."""
        self._take_precautions(self._board, self._sexes, self._rules.reasons)
        self._shorten()

        def affordable() -> bool:
            return self._budget.fits("attack", "edit")

        steps = Steps(self._judge, self._lift, affordable, self._options.utility_floor)
        outcome = await run_rounds(self._board, steps, self._options)
        self._board.restore(outcome.best)
        left = clear_identifiers(self._board, self._rules.reasons, self._across)
        return Done(self._board.version(), outcome.standing, outcome.rounds, outcome.stopped, left)

    def _take_precautions(self, board: Board, sexes: Sexes, reasons: dict[str, str]) -> None:
        breadth: str = self._options.precautions
        if breadth == "auto":
            breadth = self._level.breadth if not sexes.reason else _WITH_SEXES[self._level.breadth]
        for piece, level, reason in precautions(board.pieces, breadth, self._understood):
            reasons[piece.key] = reason
            board.levels[piece.key] = level
        clear_identifiers(board, reasons, self._across)
        if self._level.hides_cues:
            for piece, reason in list(find_exact(board.text, board.pieces)):
                board.put(piece)
                reasons[piece.key] = reason

    def _judged_board(self, *, masked: bool) -> Board:
        """Return the board as the nearer levels mask it; units are chosen on it, so that no level keeps more."""
        if masked and not self._level.hides_all_sexes:
            return self._board
        pieces, sexes = take_apart(self._document.text, self._reading, senses=self._senses, across=self._across)
        board = Board(self._document.text, pieces)
        self._take_precautions(board, sexes, {})
        return board

    def _shorten(self, writing: Writing | None = None) -> None:
        """Let go what the level lets go: as far as the levels before it, then farther.

        A model leaves out what it need not tell, so it is given a shorter text only from the level on that drops much.
        """
        if not self._level.drops or (writing is not None and not self._level.hides_cues) or self._shortened is not None:
            return
        floor = self._options.utility_floor
        stages = [
            level.limits(max(floor, level.utility)) for level in LEVELS.values() if self._level.leak <= level.leak < 1
        ]
        chosen_on, preserve = self._judged_board(masked=writing is None).version(), self._understood.preserve
        self._shortened = shorten(
            self._board, chosen_on, self._before, stages, preserve, self._rules.reasons, self._rules.people
        )
        if writing is not None:
            writing.draft.now = self._board.version().text

    async def _judge(self, version: Version) -> Standing:
        if version.text == self._document.text:  # attacked before the first round
            return stand_before(self._document, self._truth, self._before)
        with self._budget.step("attack"):
            seen = await observe(self._attack, version.text, self._document.id)
        self._seen = (version.text, seen)
        return stand(self._document, self._truth, self._before, version, seen)

    async def _expected(self, version: Version) -> dict[str, tuple[float, float]]:
        """Estimate what a strong reader leaves protected; only where the embedded reader attacks."""
        if self._before.reading is None:
            return {}
        text, seen = self._seen
        if text != version.text:
            seen = await observe(self._attack, version.text, self._document.id)
        left = self._shortened.left if self._shortened is not None else None
        return expected_protection(self._document.text, self._truth, self._before, version, seen, left)

    async def _lift(self, version: Version, people: Sequence[PersonStanding]) -> str:
        return "" if self._rules.edit(version, people) else NOTHING_LEFT

    def _trace(
        self, last: LastReading, done: Done, expected: Mapping[str, tuple[float, float]]
    ) -> dict[str, JsonValue]:
        reasons = {**reasons_of(last.version), **self._rules.reasons}
        edits = edits_of(self._document.text, last.version, reasons, self._rules.people)
        before = {person.id: person for person in stand_before(self._document, self._truth, self._before).people}
        people: list[JsonValue] = [
            {
                "id": person.id,
                "description": person.description,
                "before": round(before[person.id].protection, 4),
                "after": round(person.protection, 4),
                **_strong(expected.get(person.id)),
            }
            for person in last.standing.people
        ]
        trace: dict[str, JsonValue] = {
            "level": self._level.name,
            "promise": self._level.promise,
            "edits": edits_to_json(edits),
            "rounds": list(done.rounds),
            "people": people,
            "stopped": done.stopped,
            "attacker": self._attack.name,
            "calls": self._budget.calls,
            "identifiers_left": done.left,
        }
        if self._ranked:
            trace["ranked"] = self._ranked
        if self._shortened is not None:
            trace["dropped"] = self._shortened.to_json()
        if self._understood.notes:
            trace["purpose"] = dict(self._understood.notes)
        return trace


def _strong(expected: tuple[float, float] | None) -> dict[str, JsonValue]:
    """Return what a strong reader is expected to leave protected, as traces hold it."""
    if expected is None:
        return {}
    return {"strong_before": round(expected[0], 4), "strong_after": round(expected[1], 4)}
