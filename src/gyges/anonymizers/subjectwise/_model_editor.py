"""The editor with a model: it is shown leaks with the words that gave them away, and answers with edits."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.spans import all_places
from gyges.anonymizers.subjectwise._board import Board, Version
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.subjectwise._questions import EditRow, ProposeEdits, problem_of
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding
from gyges.models import DocumentText, Model

__all__ = ["ModelEditor"]

_NUMBER = re.compile(r" of number \d+|(?<=no number) \d+")
_MOST_LEAKS = 20  # shown in one question, those of the worst-off people first
_AROUND = 160  # code points of a passage to each side of the words


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

    async def edit(self, version: Version, people: Sequence[PersonStanding]) -> bool:
        """Ask about what still leaks of some people and make the edits that can be made; False if there are none.

        Raises:
            ModelError: The model could not be asked or gave no edit that can be used.
        """
        shown = [(person, leak) for person in people for leak in person.leaks if leak.places][:_MOST_LEAKS]
        if not shown:
            return False
        passages = [_passage(version.text, leak) for _, leak in shown]
        lines = [
            f"{number}. {leak.tag} of {person.description}: {leak.value}\n"
            f"   given away by: {_quotes(version.text, leak)}\n   passage: {' '.join(passage.split())}"
            for number, ((person, leak), passage) in enumerate(zip(shown, passages, strict=True), start=1)
        ]
        text, purpose = self.board.text, self.purpose
        answer = await self.model.ask(
            ProposeEdits(DocumentText("\n".join(lines)), tuple(passages), text, purpose.protect, purpose.preserve)
        )
        done = False
        for row in answer.edits:
            problem = problem_of(row, passages, text)
            if problem:
                self.refused[_NUMBER.sub("", problem)] += 1
                continue
            person, leak = shown[row.number - 1]
            done = self._make(version, row, person, leak) or done
        return done

    def _make(self, version: Version, row: EditRow, person: PersonStanding, leak: Leak) -> bool:
        """Change the quoted words wherever they stand."""
        made = False
        key = f"model {row.quote.casefold()}"
        for start, end in all_places(row.quote, version.text):
            changes, spans = version.original(start, end)
            places = [
                *spans,
                *((change.start, change.end) for change in version.changes if set(change.pieces) & set(changes)),
            ]
            if not places:
                continue
            low, high = min(one for one, _ in places), max(two for _, two in places)
            inside = self.board.pieces.within(low, high)
            low, high = min([low, *(p.start for p in inside)]), max([high, *(p.end for p in inside)])
            direct = any(piece.direct for piece in inside)
            kind = inside[0].type if inside else "DEM"
            piece = Piece(low, high, "model", (row.replacement,), key, frozenset((leak.tag,)), kind, direct=direct)
            self.board.put(piece)
            made = True
        if made:
            self.reasons[key] = f"reveals {leak.tag} of {person.description}"
            self.people[key] = person.id
        return made


def _passage(text: str, leak: Leak) -> str:
    start, end = leak.places[0]
    low, high = max(0, start - _AROUND), min(len(text), end + _AROUND)
    while low > 0 and not text[low - 1].isspace():
        low -= 1
    while high < len(text) and not text[high].isspace():
        high += 1
    return text[low:high]


def _quotes(text: str, leak: Leak) -> str:
    return " | ".join(dict.fromkeys(" ".join(text[start:end].split()) for start, end in leak.places[:3]))
