"""Names as a model found them: one letter a person, for every form of the name, and none for what is no name."""

import re
from collections.abc import Iterator, Sequence

from gyges.anonymizers.identifiers import direct_identifiers
from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._observer import Seen
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece, Pieces
from gyges.anonymizers.wording import Letters, name_swap
from gyges.records import Subject

__all__ = ["name_people"]

_TOKEN = re.compile(r"[^\W_][\w'’-]*")
_SHORTEST = 3  # letters of a part of a name that is looked for by itself
_BEFORE = re.compile(r"(?<![\w'’-])([^\W_][\w'’-]*)\.?[ ]+$")
_AFTER = re.compile(r"[ ]+([^\W_][\w'’-]*)")
_INITIAL = re.compile(r"(?<!\w)[A-Z]\.")  # stands for somebody already, or for a name
_NEAR = 40  # code points in which the part before stands

Span = tuple[int, int]


def name_people(board: Board, seen: Seen) -> None:
    """Put the names that a model found in the place of those the rules found.

    What the rules alone took for a name stays one only where it identifies somebody by itself: "before fajr" does not.

    Args:
        board: The working text, as the rules see it.
        seen: What the model saw in the original.
    """
    text = board.text
    people = [(person, places) for person in seen.finding.subjects if (places := _quoted(person, seen))]
    people.sort(key=lambda one: min(one[1]))
    taken = _without_overlap([(place, n) for n, (_, places) in enumerate(people) for place in places])
    taken = _without_overlap([*taken, *_alone(text, people, [place for place, _ in taken])])
    sure = [(one.start, one.end) for one in direct_identifiers(text).found if one.type == "PERSON"]
    named = [place for place, _ in taken]
    others = [piece for piece in board.pieces if piece.kind == "name" and _meets(piece, sure)]
    board.pieces = Pieces(piece for piece in board.pieces if piece.kind != "name")
    names = [fact.value for person, _ in people for fact in person.facts if fact.tag == "NAME"]
    letters = Letters([*names, *_INITIAL.findall(text)])
    signs = [letters.of(f"person {person.id}") for person, _ in people]
    for place, number in taken:
        _put(board, place, signs[number], people[number][0].id)
    for piece in others:
        if not _meets(piece, named):
            _put(board, (piece.start, piece.end), letters.of(piece.key), "")


def _put(board: Board, place: Span, sign: str, person: str) -> None:
    """Let a letter stand for a name; a part of something longer, such as a street, is left to that."""
    (start, end), text = place, board.text
    if any(piece.start < start or end < piece.end for piece in board.pieces.within(start, end)):
        return
    swap = name_swap(text, start, end, sign)
    start, end, new = swap.start, swap.end, swap.new
    if text[end : end + 1] == "." and text[end - 1] != "." and new.endswith("."):
        new = new[:-1]  # the full stop of the sentence is that of the letter
    elif text[start] in "@#":
        new = f"{text[start]}{sign[:-1].lower()}"
    piece = Piece(start, end, "name", (new,), f"name {sign}", TAGS["name"], "PERSON", direct=True, person=person)
    board.put(piece)


def _quoted(person: Subject, seen: Seen) -> list[Span]:
    """Return where the names of a person stand: the quotes of a name that are the name or a part of it."""
    found: list[Span] = []
    for fact in person.facts:
        words = _tokens(fact.value)
        for start, end in seen.where(person.id, fact) if fact.tag == "NAME" else ():
            quote = _tokens(seen.text[start:end])
            if quote and quote <= words:
                found.append(_with_neighbours(seen.text, (start, end), words))
    return found


def _with_neighbours(text: str, place: Span, words: set[str]) -> Span:
    """Return a place with the parts of the name that stand right before and after it: "R. Castellanos"."""
    start, end = place
    while (before := _BEFORE.search(text, max(0, start - _NEAR), start)) and before[1].casefold() in words:
        start = before.start(1)
    while (after := _AFTER.match(text, end)) and after[1].casefold() in words:
        end = after.end(1)
    return start, end


def _alone(
    text: str, people: Sequence[tuple[Subject, list[Span]]], named: Sequence[Span]
) -> Iterator[tuple[Span, int]]:
    """Yield parts of names that stand alone: with whose whole name they are, else with the first who has them."""
    owners: dict[str, int] = {}
    for whole in (True, False):
        for number, (_, places) in enumerate(people):
            names = [_TOKEN.findall(text[start:end]) for start, end in places]
            for token in (token for name in names if (len(name) == 1) == whole for token in name):
                if len(token) >= _SHORTEST and token[0].isupper():
                    owners.setdefault(token, number)
    for match in _TOKEN.finditer(text):
        token = re.sub(r"['’]s$", "", match[0])
        place = match.start(), match.start() + len(token)
        if token in owners and not any(one < place[1] and place[0] < two for one, two in named):
            yield place, owners[token]


def _without_overlap(places: Sequence[tuple[Span, int]]) -> list[tuple[Span, int]]:
    kept: list[tuple[Span, int]] = []
    for (start, end), number in sorted(places, key=lambda one: (one[0][0] - one[0][1], one[0])):
        if all(end <= one or two <= start for (one, two), _ in kept):
            kept.append(((start, end), number))
    return sorted(kept)


def _tokens(text: str) -> set[str]:
    return {token.casefold() for token in _TOKEN.findall(text)}


def _meets(piece: Piece, places: Sequence[Span]) -> bool:
    return any(piece.start < end and start < piece.end for start, end in places)
