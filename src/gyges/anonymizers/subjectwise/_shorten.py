"""Dropping on the board: what a level lets go becomes pieces without words, and the rest is closed up."""

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._board import Board, Version
from gyges.anonymizers.subjectwise._cues import cue_table, leaks_of
from gyges.anonymizers.subjectwise._drops import Limits, choose
from gyges.anonymizers.subjectwise._introductions import first_mentions, introductions
from gyges.anonymizers.subjectwise._layout import Layout, lay_out
from gyges.anonymizers.subjectwise._nearby import WHOLE
from gyges.anonymizers.subjectwise._observer import Seen
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece, Pieces
from gyges.anonymizers.subjectwise._removal import Removal, removals
from gyges.anonymizers.subjectwise._standing import truth_of
from gyges.anonymizers.wording import Change
from gyges.attacks import finding_of
from gyges.reading import read_text
from gyges.records import Document, JsonValue, Release
from gyges.scoring.estimate import ShortenedEstimate

__all__ = ["Shortened", "shorten"]

_REASONS = {
    "lines": "tells more about people than about what happened",
    "sentence": "tells more about people than about what happened",
    "clause": "an aside that tells about people",
    "heading": "stands over nothing now",
}
_DIRECT = frozenset(("NAME", *TAGS["code"])) - TAGS["place"] - {"SEX", "AGE"}  # what masking takes care of
_READ = 0.3
"""Right facts expected of words in which the embedded reader found one."""
_MASKED = 0.15
"""The same for words that stand in the place of others: they tell that there was something, and read worst."""
_OPENING = re.compile(r"(?:^|[.!?…:][\"'”’)\]]*\s+|\n\s*|[\"“(]\s*)$")
_FAR = 40


@dataclass(frozen=True, slots=True)
class Shortened:
    """What went.

    Attributes:
        units: How many stretches went.
        words: The words that stay.
        all_words: All words.
        leak: The share of the facts that a strong reader is expected to tell still.
        left: Who may still be told of, by id: somebody whose words were not located counts as told of.
    """

    units: int
    words: int
    all_words: int
    leak: float
    left: frozenset[str]

    def to_json(self) -> dict[str, JsonValue]:
        """Return it as a trace holds it."""
        table = cue_table()
        return {
            "units": self.units,
            "words": self.all_words,
            "words_kept": self.words,
            "expected_leak": round(self.leak, 4),
            "by": table.version,
            "trained_on": table.trained_on,
        }


def shorten(
    board: Board,
    version: Version,
    seen: Seen,
    stages: Sequence[Limits],
    preserve: Collection[str],
    reasons: dict[str, str],
    owners: dict[str, str],
) -> Shortened:
    """Drop what tells most for its words.

    Args:
        board: The text as it stands, masked.
        version: The masked text on which units are chosen.
        seen: The attack on the original.
        stages: How far to go.
        preserve: What must stay: words that tell such a thing are not dropped.
        reasons: Gets why each piece went.
        owners: Gets whom it was about.
    """
    layout = lay_out(board.text)
    places = _Places(layout, seen)
    changed = Pieces(Piece(one.start, one.end, "", (), "", frozenset()) for one in version.changes)
    read = [
        (start, _READ / len(spans))
        for (_, tag, _), spans in seen.places.items()
        for start, end in spans
        if tag not in _DIRECT and not changed.within(start, end)
    ]
    read += [(change.start, _MASKED) for change in version.changes if change.new and _is_masked(change)]
    leaks = leaks_of(board.text, version, cue_table(), read)
    kept = places.telling(preserve)
    estimate = _estimate(board.text, version, seen, preserve)
    needed = tuple(introductions(layout, seen.reading)) if seen.reading is not None else ()
    anchors = first_mentions(seen.reading) if seen.reading is not None else ()
    chosen = choose(layout, leaks, stages, estimate=estimate, needed=needed, anchors=anchors, kept=kept)
    done = [one for one in removals(layout, chosen) if not _cuts(board, one)]
    for number, removal in enumerate(done):
        key = f"drop {number}"
        board.put(Piece(removal.start, removal.end, "drop", ("",), key, frozenset()))
        reasons[key] = _REASONS[removal.kind]
        owners[key] = min(places.people.get(removal.statement, ()), default="")
    _close_gaps(board, reasons)
    _raise_capitals(board, reasons)
    statements = layout.statements
    gone = {  # what was chosen and would have cut a name stays, and with it who is told of there
        number
        for number in chosen.statements
        if any(one.start <= statements[number].start and statements[number].end <= one.end for one in done)
    }
    located = frozenset(one for own in places.people.values() for one in own)
    told = frozenset(one for number, own in places.people.items() if number not in gone for one in own)
    unlocated = frozenset(one.id for one in seen.finding.subjects) - located  # where they stand is not known: not gone
    left = told | unlocated
    return Shortened(len(done), chosen.words, chosen.all_words, chosen.leak, left)


def _estimate(text: str, version: Version, seen: Seen, preserve: Collection[str]) -> ShortenedEstimate | None:
    """Return the estimate of what a strong reader gets; None for a model's reading and for long texts."""
    if seen.reading is None or len(text) > WHOLE:
        return None
    edits: list[JsonValue] = [{"start": one.start, "end": one.end, "text": one.new} for one in version.changes]
    finding = finding_of(read_text(version.text), version.text, seen.finding.id, seen.finding.attacker)
    return ShortenedEstimate(
        Document("", text, truth_of(seen, None, preserve)),
        Release("", version.text, "subjectwise", {"edits": edits}),
        finding,
        seen.finding,
    )


def _is_masked(change: Change[Piece]) -> bool:
    return change.pieces[0].kind not in {"pronoun", "name", "title", "drop"}


class _Places:
    """Where people and facts stand, by statement."""

    def __init__(self, layout: Layout, seen: Seen) -> None:
        self._starts = [one.start for one in layout.statements]
        self._seen = seen
        people: dict[int, set[str]] = {}
        for (person, _, _), spans in seen.places.items():
            for start, _ in spans:
                people.setdefault(self._at(start), set()).add(person)
        for one in seen.reading.people if seen.reading is not None else ():
            for mention in one.mentions:
                people.setdefault(self._at(mention.start), set()).add(one.id)
        self.people = {number: frozenset(own) for number, own in people.items()}

    def _at(self, place: int) -> int:
        return max(0, bisect_right(self._starts, place) - 1)

    def telling(self, tags: Collection[str]) -> set[int]:
        """Return the statements that tell something of some tags."""
        return {
            self._at(start) for (_, tag, _), spans in self._seen.places.items() if tag in tags for start, _ in spans
        }


def _cuts(board: Board, removal: Removal) -> bool:
    """Tell whether a removal would leave a part of a piece behind: half a name."""
    return any(
        piece.start < removal.start or piece.end > removal.end
        for piece in board.pieces.within(removal.start, removal.end)
    )


def _close_gaps(board: Board, reasons: dict[str, str]) -> None:
    """Let a blank line go that follows another now, as all between them went."""
    version = board.version()
    for change, begin in zip(version.changes, version.begins, strict=True):
        before = version.text[:begin]
        if change.new or not (before.endswith("\n\n") or not before) or board.text[change.end : change.end + 1] != "\n":
            continue
        key = f"gap {change.end}"
        board.put(Piece(change.end, change.end + 1, "drop", ("",), key, frozenset()))
        reasons[key] = "stands between nothing now"


def _raise_capitals(board: Board, reasons: dict[str, str]) -> None:
    """Begin sentences with a capital whose first words went."""
    version = board.version()
    text = version.text
    for number, (change, begin) in enumerate(zip(version.changes, version.begins, strict=True)):
        if change.pieces[0].kind != "drop" or change.new or not text[begin : begin + 1].islower():
            continue
        was = board.text[change.start : change.start + 1]
        if not was.isupper() or not _OPENING.search(text, max(0, begin - _FAR), begin):
            continue
        after = version.changes[number + 1] if number + 1 < len(version.changes) else None
        if after is not None and after.start == change.end:
            new, start, end = after.new, after.start, after.end
        else:
            new, start, end = text[begin], change.end, change.end + 1
        if new:
            key = f"capital {start}"
            board.put(Piece(start, end, "drop", (new[0].upper() + new[1:],), key, frozenset()))
            reasons[key] = "begins the sentence now"
