"""The scan before a release: direct identifiers that still stand in it go, whatever they cost."""

import re
from collections.abc import Callable, Collection, Iterator

from gyges.anonymizers._edits import Edit, edits_to_json
from gyges.anonymizers._guard import Residual, residual_identifiers
from gyges.anonymizers.subjectwise._across import Across
from gyges.anonymizers.subjectwise._board import Board, Version, edits_of
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._found import is_address, is_measure, is_nation
from gyges.anonymizers.subjectwise._names import is_name
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece, Pieces
from gyges.anonymizers.subjectwise._things import is_thing
from gyges.anonymizers.wording import Letters, code_word
from gyges.records import Release

__all__ = ["clear_draft", "clear_identifiers", "clear_residual", "english_label", "is_believed", "left_standing"]

_PASSES = 3  # clearing one identifier may bring another into sight
_CLOCK = re.compile(r"(?:\d{1,2}:\d{2})?\s?[-–]?\s?\d{1,2}:\d{2}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_INNER = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)

Instead = Callable[[Residual], str]
IsLeft = Callable[[str, Residual, int, int], bool]


def clear_identifiers(board: Board, reasons: dict[str, str], across: Across | None = None) -> int:
    """Replace direct identifiers of the original that can still be read; return how many are left nevertheless."""

    def known() -> Instead:
        letters = _letters(board.text, board.pieces)
        return lambda one: _instead(one, letters, across)

    def is_left(text: str, one: Residual, start: int, end: int) -> bool:
        return is_believed(text, one) and (one.type != "PERSON" or not is_thing(board.text, start, end))

    return clear_residual(board, reasons, is_left, known)


def clear_residual(board: Board, reasons: dict[str, str], is_left: IsLeft, known: Callable[[], Instead]) -> int:
    """Replace what the guard finds in a release, whatever stood on the board there; return how many are left.

    Args:
        board: The text.
        reasons: Why pieces of a key were changed; added to.
        is_left: Tells of what the guard found in a release, and of where that stands in the original, whether it goes.
        known: Returns what stands for it, by the pieces on the board.
    """
    left = 0
    for _ in range(_PASSES):
        version = board.version()
        found = _residual(board.text, version)
        left = len(found)
        instead = known() if found else None
        pieces = [
            Piece(start, end, "rescan", (instead(one),), f"rescan {one.words.casefold()}", TAGS["name"], one.type, True)
            for one in found
            if instead is not None
            for low, high in version.original(one.start, one.end)[1]
            for start, end in _telling(board.text, low, high)
            if is_left(version.text, one, start, end)
        ]
        if not pieces:
            break
        for piece in pieces:
            board.put(piece)
            reasons[piece.key] = "identifies somebody"
    return left


def _telling(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a span without the marks around it, if a capital or a figure stands in it."""
    match = _INNER.search(text, start, end)
    if match is not None and any(sign.isupper() or sign.isdigit() for sign in match[0]):
        yield match.span()


def clear_draft(draft: Draft) -> int:
    """Do the same in a text that a model wrote: what it left standing is replaced there, word by word."""
    for _ in range(_PASSES):
        found = left_standing(draft, draft.version())
        if not found:
            break
        known = _letters(draft.text, draft.pieces)
        text = draft.now
        for one in sorted(found, reverse=True):
            text = text[: one.start] + _instead(one, known) + text[one.end :]
        draft.now = text
    return len(_residual(draft.text, draft.version()))


def left_standing(draft: Draft, version: Version) -> list[Residual]:
    """Return the direct identifiers that stand in the words of a model.

    Names are what people of the original are called; what only looks like one in the new text ("Clarithromycin" where a
    line begins) is none.
    """
    found = _residual(draft.text, version)
    names = _name_words(draft) if found else frozenset()
    return [
        one
        for one in found
        if is_believed(version.text, one)
        and (one.type != "PERSON" or (_has(one, names) and not is_thing(version.text, one.start, one.end)))
    ]


def _name_words(draft: Draft) -> frozenset[str]:
    """Return the words of the names of the original, in lower case."""
    spans = (draft.text[piece.start : piece.end] for piece in draft.pieces if piece.direct)
    return frozenset(word.casefold() for words in spans for word in _WORD.findall(words))


def _has(one: Residual, names: Collection[str]) -> bool:
    return any(word.casefold() in names for word in _WORD.findall(one.words))


def _residual(original: str, version: Version) -> tuple[Residual, ...]:
    edits: list[Edit] = edits_of(original, version, {}, {})
    release = Release("", version.text, "subjectwise", {"edits": edits_to_json(edits)})
    return residual_identifiers(original, release)


def _instead(one: Residual, known: dict[str, str], across: Across | None = None) -> str:
    if one.type == "PERSON":
        return _letter(one.words, known, across)
    return english_label(one)


def english_label(one: Residual) -> str:
    """Return what stands for an identifier that is no name."""
    return {"DATETIME": "[date]", "LOC": "[address]"}.get(one.type) or code_word(one.words)


def is_believed(text: str, one: Residual) -> bool:
    """Tell whether what the guard found may be an identifier: no ordinary words in lower case."""
    if one.type == "PERSON":
        return is_name(text, one.start, one.end) and not is_nation(text, one.start, one.end)
    if one.type == "DATETIME":
        return True  # a day on which somebody was born
    if _CLOCK.fullmatch(one.words.strip()) or is_measure(one.words):
        return False  # "09:00-11:40"
    return one.type != "LOC" or is_address(text, one.start, one.end) or "\n" not in one.words


def _letters(text: str, pieces: Pieces) -> dict[str, str]:
    """Return the words of the names of a text with the letters that stand for them."""
    return {
        word.casefold(): piece.rungs[0]
        for piece in pieces
        if piece.kind in {"name", "place", "rescan"} and piece.rungs[0].endswith(".")
        for word in _WORD.findall(text[piece.start : piece.end])
    }


def _letter(words: str, known: dict[str, str], across: Across | None) -> str:
    """Return the letter of a name that was left: that of the person, or one that nobody has."""
    parts = [word.casefold() for word in _WORD.findall(words)]
    letter = next((known[part] for part in parts if part in known), None)
    if letter is None:
        letters = Letters([*known, *known.values(), words]) if across is None else across.window({words: [words]})
        letter = letters.of(words)
        known.update(dict.fromkeys(parts, letter))
    return letter
