"""The editor with a model: it is shown the text with what still leaks from it, and answers with edits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.spans import all_places
from gyges.anonymizers.subjectwise._board import Board, Version
from gyges.anonymizers.subjectwise._passages import passages_of
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.subjectwise._places import to_original, whole_changes
from gyges.anonymizers.subjectwise._questions import EditRow, ProposeEdits, leaks_text, problem_of
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding
from gyges.models import DocumentText, Model

__all__ = ["ModelEditor"]

_MOST_LEAKS = 60  # shown in one question, those of the worst-off people first

Shown = list[tuple[PersonStanding, Leak]]


@dataclass(slots=True)
class ModelEditor:
    """Asks a model for edits of quoted words.

    Attributes:
        board: The working text.
        model: The model.
        purpose: What to protect and what to keep, in the user's words.
        reasons: Why the pieces of a key were changed.
        people: Whose leak it was.
        refused: Why edits were not made, and how many.
    """

    board: Board
    model: Model
    purpose: Purpose
    reasons: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    _asked: tuple[str, Shown, list[EditRow]] = ("", [], [])

    async def edit(self, version: Version, people: Sequence[PersonStanding]) -> bool:
        """Ask about what still leaks of some people and make the edits that can be made; False if there are none.

        Edits of fewer people in the same version are taken from the answer about all of them: nothing is asked twice.

        Raises:
            ModelError: The model could not be asked or gave no edit that can be used.
        """
        wanted = {person.id for person in people}
        if self._asked[0] != version.text or not wanted <= {person.id for person, _ in self._asked[1]}:
            shown = [(person, leak) for person in people for leak in person.leaks][:_MOST_LEAKS]
            if not shown:
                return False
            self._asked = (version.text, shown, await self._ask(version, shown))
        done = False
        for row in self._asked[2]:
            person, leak = self._asked[1][row.number - 1]
            if person.id in wanted:
                done = self._make(version, row, person, leak) or done
        return done

    async def _ask(self, version: Version, shown: Shown) -> list[EditRow]:
        """Return the edits that can be used; the others are counted by what is wrong with them."""
        text = passages_of(version.text, [place for _, leak in shown for place in leak.places])
        question = ProposeEdits(
            DocumentText(text),
            leaks_text(version.text, shown),
            len(shown),
            (self.board.text, version.text),
            self.purpose.protect,
            self.purpose.preserve,
        )
        rows = (await self.model.ask(question)).edits
        problems = [problem_of(row, question) for row in rows]
        self.refused.update(problem for problem in problems if problem)
        return [row for row, problem in zip(rows, problems, strict=True) if not problem]

    def _make(self, version: Version, row: EditRow, person: PersonStanding, leak: Leak) -> bool:
        """Change the quoted words wherever they stand; what else a change before it covered stays as it was."""
        made = False
        key = f"model {row.quote.casefold()}"
        for start, end in all_places(row.quote, version.text):
            low, high = whole_changes(version, start, end)
            new = version.text[low:start] + row.replacement + version.text[end:high]
            first, last = to_original(version, low), to_original(version, high)
            if first >= last:
                continue
            inside = self.board.pieces.within(first, last)
            # a clause with a name in it is no identifier: its other words may stand elsewhere
            direct = any(piece.direct and (piece.start, piece.end) == (first, last) for piece in inside)
            kind = inside[0].type if inside else "DEM"
            self.board.put(Piece(first, last, "model", (new,), key, frozenset((leak.tag,)), kind, direct=direct))
            made = True
        if made:
            self.reasons[key] = f"reveals {leak.tag} of {person.description}"
            self.people[key] = person.id
        return made
