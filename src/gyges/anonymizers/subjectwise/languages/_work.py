"""One document in a language of tables on its way through the loop: precautions, rounds, the last scan, the trace."""

from collections.abc import Sequence

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._edits import edits_to_json
from gyges.anonymizers._guard import Residual
from gyges.anonymizers.subjectwise._across import Across
from gyges.anonymizers.subjectwise._board import Board, Snapshot, Version, edits_of
from gyges.anonymizers.subjectwise._loop import NOTHING_LEFT, Outcome, Steps, run_rounds
from gyges.anonymizers.subjectwise._observer import Seen, observe
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._precautions import precautions
from gyges.anonymizers.subjectwise._purpose import Understood
from gyges.anonymizers.subjectwise._rescan import clear_residual
from gyges.anonymizers.subjectwise._standing import PersonStanding, Standing, stand, stand_before, truth_of
from gyges.anonymizers.subjectwise.languages._editor import LanguageEditor
from gyges.anonymizers.subjectwise.languages._find import LanguagePieces
from gyges.anonymizers.subjectwise.languages._residual import is_left_in, label_of_residual
from gyges.anonymizers.subjectwise.languages._shorten import ShortenedParagraphs, shorten_paragraphs
from gyges.anonymizers.subjectwise.languages._table import writing_in
from gyges.attacks import Attack
from gyges.reading import read_text
from gyges.reading.details import home_countries
from gyges.records import Document, JsonValue

__all__ = ["LanguageWork"]

_SEX = "in this language articles, endings and pronouns tell it everywhere"
_DENSE = {"strong": 0.12, "paranoid": 0.0}
"""Changed spans for each word from which on the end of a paragraph may go, by level (chosen, not fitted)."""
_DATE = "tells a day"
_TOLD = "describes somebody"
_AMOUNT = "is an exact number"


class LanguageWork:
    """The rounds of one document.

    Args:
        document: The document; only its text is looked at.
        iso: The folder of its language.
        attack: Who attacks.
        before: What the attacker saw in the original.
        understood: The purpose, as far as rules understand it.
        options: How far to go.
        budget: The calls of this document.
        across: Who was met in the windows before, where the document is one.
    """

    def __init__(
        self,
        document: Document,
        iso: str,
        attack: Attack,
        before: Seen,
        understood: Understood,
        options: SubjectwiseOptions,
        budget: CallBudget,
        across: Across | None = None,
    ) -> None:
        text = document.text
        self._document = Document(document.id, text)
        self._writing = writing_in(iso)
        self._attack, self._before, self._understood = attack, before, understood
        self._options, self._budget, self._level = options, budget, options.how_far
        self._truth = truth_of(before, understood.protect, understood.preserve)
        reading = before.reading or read_text(text)
        found = LanguagePieces(text, reading, self._writing, set(home_countries(iso)), across)
        self._letters, self._across = found.letters, across
        self._board = Board(text, found.find(), english=False)
        self._editor = LanguageEditor(self._board, self._writing, understood.preserve)

    async def run(self) -> tuple[str, dict[str, JsonValue]]:
        """Make the rounds; return the released text and the trace."""
        self._take_precautions()
        shortened = self._shorten()
        steps = Steps(self._judge, self._lift, lambda: self._budget.fits("attack", "edit"), self._options.utility_floor)
        outcome = await run_rounds(self._board, steps, self._options)
        self._board.restore(outcome.best)
        left = self._clear_identifiers()
        version = self._board.version()
        return version.text, self._trace(version, outcome, left, shortened)

    def _take_precautions(self) -> None:
        board, reasons = self._board, self._editor.reasons
        breadth: str = self._options.precautions
        breadth = self._level.breadth if breadth == "auto" else breadth
        for piece, level, reason in precautions(board.pieces, breadth, self._understood):
            board.levels[piece.key], reasons[piece.key] = level, reason
        if breadth in {"people", "cues"}:
            for piece in board.pieces:
                if piece.kind == "date":
                    board.levels[piece.key] = len(piece.rungs) - 1 if self._level.hides_cues else 0
                    reasons[piece.key] = _DATE
                elif piece.kind == "told":
                    board.levels[piece.key], reasons[piece.key] = 0, _TOLD
                elif piece.kind == "amount" and self._level.hides_cues:
                    board.levels[piece.key], reasons[piece.key] = 0, _AMOUNT
        self._clear_identifiers()

    def _shorten(self) -> ShortenedParagraphs | None:
        dense = _DENSE.get(self._level.name)
        if dense is None:
            return None
        return shorten_paragraphs(self._board, self._options.utility_floor, dense, self._editor.reasons)

    def _clear_identifiers(self) -> int:
        """Replace direct identifiers of the original that can still be read; return how many are left nevertheless."""
        return clear_residual(
            self._board, self._editor.reasons, lambda text, one, *_: is_left_in(text, one), lambda: self._instead
        )

    def _instead(self, one: Residual) -> str:
        if one.type == "PERSON":
            if self._across is not None:
                return self._across.window({one.words: [one.words]}).of(one.words)
            return self._letters.of(one.words.casefold())
        return label_of_residual(one, self._writing)

    async def _judge(self, version: Version) -> Standing:
        if version.text == self._document.text:  # attacked before the first round
            return stand_before(self._document, self._truth, self._before)
        with self._budget.step("attack"):
            seen = await observe(self._attack, version.text, self._document.id)
        return stand(self._document, self._truth, self._before, version, seen)

    async def _lift(self, version: Version, people: Sequence[PersonStanding]) -> str:
        return "" if self._editor.edit(version, people) else NOTHING_LEFT

    def _trace(
        self, version: Version, outcome: Outcome[Snapshot], left: int, shortened: ShortenedParagraphs | None
    ) -> dict[str, JsonValue]:
        edits = edits_of(self._document.text, version, self._editor.reasons, self._editor.people)
        before = {person.id: person for person in stand_before(self._document, self._truth, self._before).people}
        people: list[JsonValue] = [
            {
                "id": person.id,
                "description": person.description,
                "before": round(before[person.id].protection, 4),
                "after": round(person.protection, 4),
            }
            for person in outcome.standing.people
        ]
        trace: dict[str, JsonValue] = {
            "level": self._level.name,
            "promise": self._level.promise,
            "edits": edits_to_json(edits),
            "rounds": list(outcome.rounds),
            "people": people,
            "stopped": outcome.stopped,
            "attacker": self._attack.name,
            "calls": self._budget.calls,
            "identifiers_left": left,
            "sex": "stays",
            "sex_reason": _SEX,
        }
        if shortened is not None:
            trace["dropped"] = shortened.to_json()
        if self._understood.notes:
            trace["purpose"] = dict(self._understood.notes)
        return trace
