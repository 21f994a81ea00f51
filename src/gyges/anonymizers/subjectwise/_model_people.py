"""Names as a model found them: one letter a person, for every form of the name, and none for what is no name."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from gyges.anonymizers.identifiers import direct_identifiers
from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._observer import Seen
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece, Pieces
from gyges.anonymizers.wording import (
    Letters,
    is_english_word,
    is_ordinary,
    is_short_form,
    is_title,
    name_swap,
    titles_before,
)
from gyges.reading.lookups import first_name
from gyges.records import Subject

__all__ = ["letters_of", "name_people"]

_TOKEN = re.compile(r"[^\W_][\w'’-]*")
_POSSESSIVE = re.compile(r"['’]s$")
_SHORTEST = 3  # letters of a part of a name that is looked for by itself
_BEFORE = re.compile(r"(?<![\w'’-])([^\W_][\w'’-]*)\.?[ ]+$")
_AFTER = re.compile(r"[ ]+([^\W_][\w'’-]*)")
_INITIAL = re.compile(r"(?<!\w)[A-Z]\.")  # stands for somebody already, or for a name
_NEAR = 40  # code points in which the part before stands

Span = tuple[int, int]


def name_people(board: Board, seen: Seen) -> dict[str, str]:
    """Put the names that a model found in the place of those the rules found, and return them with their letters.

    What the rules alone took for a name is somebody's short name, or stays one only where it is certain to name a
    person: neither "before fajr" nor "Kit lost: 1 boot" does.

    Args:
        board: The working text, as the rules see it.
        seen: What the model saw in the original.
    """
    text, subjects = board.text, seen.finding.subjects
    first = _as_quoted(seen)
    taken = _without_overlap([*first, *_alone(text, first)])
    others = [piece for piece in board.pieces if piece.kind == "name"]
    others = [piece for piece in others if not _meets(piece, [place for place, _ in taken])]
    owned = [((piece.start, piece.end), number) for piece in others if (number := _whose(text, piece, first)) >= 0]
    sure = [(one.start, one.end) for one in direct_identifiers(text).found if one.type == "PERSON"]
    certain = [piece for piece in others if _meets(piece, sure) and _is_certain(text, piece)]
    board.pieces = Pieces(piece for piece in board.pieces if piece.kind != "name")
    named = {number: subjects[number] for _, number in first}
    values = [name for person in named.values() for name in _names_of(person)]
    letters = Letters([*values, *_INITIAL.findall(text)])
    signs = {number: letters.of(f"person {person.id}") for number, person in named.items()}
    given = sorted([*taken, *owned])
    for place, number in given:
        _put(board, place, signs[number], subjects[number].id)
    for piece in certain:
        if (piece.start, piece.end) not in [place for place, _ in owned]:
            _put(board, (piece.start, piece.end), letters.of(piece.key), "")
    return {_words(text, place): signs[number] for place, number in given}


def letters_of(board: Board) -> dict[str, str]:
    """Return the names that the rules found, with their letters, in the order of the text."""
    return {
        _words(board.text, (piece.start, piece.end)): f"{piece.rungs[0].rstrip('.')}."
        for piece in board.pieces
        if piece.kind == "name" and piece.person
    }


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


def _as_quoted(seen: Seen) -> list[tuple[Span, int]]:
    """Return where people are named, with their numbers: by the quotes, and wherever the whole name stands.

    Whoever is quoted only within the longer name of somebody else has no name in the text: a brother of Ana Reis is
    guessed to be called Reis.
    """
    people = list(enumerate(seen.finding.subjects))
    wholes = [
        (place, number) for number, person in people for name in _names_of(person) for place in _whole(name, seen.text)
    ]
    longer = [(place, number) for place, number in wholes if len(seen.text[slice(*place)].split()) > 1]
    quoted = [*longer, *((place, number) for number, person in people for place in _quoted(person, seen))]
    kept = _without_overlap(quoted)
    overlaid = {number for _, number in quoted} - {number for _, number in kept}
    return _without_overlap([*kept, *((place, number) for place, number in wholes if number not in overlaid)])


def _quoted(person: Subject, seen: Seen) -> list[Span]:
    """Return where the quotes of a person have words of the name."""
    return [
        _with_neighbours(seen.text, run, _tokens(fact.value))
        for fact in person.facts
        if fact.tag == "NAME"
        for place in seen.where(person.id, fact)
        for run in _runs(seen.text, place, fact.value)
    ]


def _names_of(person: Subject) -> list[str]:
    """Return the names of a person: as they were told, else what the text calls them, if that is a name."""
    told = [fact.value for fact in person.facts if fact.tag == "NAME"]
    return told or [name for name in person.called if name.istitle() and not all(map(is_ordinary, name.split()))]


def _runs(text: str, quote: Span, name: str) -> Iterator[Span]:
    """Yield the parts of a quote that consist of words of a name: "Hilde" of "The daughter Hilde".

    A quote that says more must have the first of them: "Mrs Whitcomb" does not name Hank Whitcomb.
    """
    words = _tokens(name)
    leading = next((token.casefold() for token in _TOKEN.findall(name) if not is_title(token)), "")
    tokens = [
        (match.start(), match.start() + len(token), token.casefold())
        for match in _TOKEN.finditer(text, *quote)
        for token in (_POSSESSIVE.sub("", match[0]),)
    ]
    whole = all(token in words for _, _, token in tokens)
    for is_named, run in groupby(tokens, key=lambda token: token[2] in words):
        places = list(run)
        if is_named and (whole or leading in {token for _, _, token in places}):
            yield places[0][0], places[-1][1]


def _whole(name: str, text: str) -> Iterator[Span]:
    pattern = r"\s+".join(map(re.escape, name.split()))
    if len(name) >= _SHORTEST and name[0].isupper():
        yield from (match.span() for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", text))


def _with_neighbours(text: str, place: Span, words: set[str]) -> Span:
    """Return a place with the parts of the name that stand right before and after it: "R. Castellanos"."""
    start, end = place
    while (before := _BEFORE.search(text, max(0, start - _NEAR), start)) and before[1].casefold() in words:
        start = before.start(1)
    while (after := _AFTER.match(text, end)) and after[1].casefold() in words:
        end = after.end(1)
    return start, end


def _alone(text: str, named: Sequence[tuple[Span, int]]) -> Iterator[tuple[Span, int]]:
    """Yield parts of names that stand alone: with whose whole name they are, else with the first who has them."""
    names = [(_TOKEN.findall(text[start:end]), number) for (start, end), number in named]
    parts = [
        *((token, number) for tokens, number in names if len(tokens) == 1 for token in tokens),
        *((token, number) for tokens, number in names for token in tokens),
        *((part, number) for tokens, number in names for token in tokens for part in token.split("-")),
    ]
    owners: dict[str, int] = {}
    for token, number in parts:
        if len(token) >= _SHORTEST and token[0].isupper():
            owners.setdefault(token, number)
    for match in _TOKEN.finditer(text):
        token = _POSSESSIVE.sub("", match[0])
        token = token if token in owners else token.partition("-")[0]  # "Ogawa-sensei"
        place = match.start(), match.start() + len(token)
        if token in owners and not any(one < place[1] and place[0] < two for (one, two), _ in named):
            yield place, owners[token]


def _whose(text: str, piece: Piece, named: Sequence[tuple[Span, int]]) -> int:
    """Return the number of the person whose first name a name is short for, "Siti" for "Sitiveni"; -1 for nobody."""
    short = text[piece.start : piece.end]
    for (start, end), number in named if len(short) >= _SHORTEST and len(short.split()) == 1 else ():
        full = next((token for token in _TOKEN.findall(text[start:end]) if not is_title(token)), "")
        if full.startswith(short) or is_short_form(short, full):
            return number
    return -1


def _is_certain(text: str, piece: Piece) -> bool:
    """Tell whether a name that only the rules saw is one: it has a title or a first name that is no other word."""
    words = _TOKEN.findall(text[piece.start : piece.end])
    if titles_before(text, piece.start) < piece.start or any(map(is_title, words[:1])):
        return True
    first = first_name(words[0]) if words else None
    return first is not None and not first.ambiguous and not is_english_word(words[0])


def _without_overlap(places: Sequence[tuple[Span, int]]) -> list[tuple[Span, int]]:
    kept: list[tuple[Span, int]] = []
    for (start, end), number in sorted(places, key=lambda one: (one[0][0] - one[0][1], one[0])):
        if all(end <= one or two <= start for (one, two), _ in kept):
            kept.append(((start, end), number))
    return sorted(kept)


def _tokens(text: str) -> set[str]:
    return {token.casefold() for token in _TOKEN.findall(text)}


def _words(text: str, place: Span) -> str:
    return " ".join(text[slice(*place)].split())


def _meets(piece: Piece, places: Sequence[Span]) -> bool:
    return any(piece.start < end and start < piece.end for start, end in places)
