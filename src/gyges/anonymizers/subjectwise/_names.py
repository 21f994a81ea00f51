"""Names: every person gets one stand-in, and every form of the name gets the same."""

import re
from collections.abc import Iterator, Mapping, Sequence

from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.reading import Reading, ReadMention

__all__ = ["find_names"]

_TITLE = re.compile(r"(?<![\w@])(?P<title>[^\W\d_]{2,10})\.?\s+(?:(?P<second>[^\W\d_]{2,10})\.?\s+)?$")
_TITLES_INSIDE = re.compile(r"(?:(?P<title>[^\W\d_]{2,10})\.?\s+)(?=\S)")
_TOKEN = re.compile(r"[^\W\d_][\w'’-]*[^\W_]")
_SHORTEST = 3  # letters of a part of a name that is looked for by itself
_LOOK_BACK = 24


def find_names(text: str, mentions: Sequence[ReadMention], reading: Reading) -> tuple[list[Piece], list[Piece]]:
    """Return the names of a text with their stand-ins and titles, and parts of them that stand alone elsewhere."""
    owners = _owners(reading)
    labels = _Labels()
    names: list[Piece] = []
    spans: list[tuple[int, int]] = []
    for mention in mentions:
        start, end = _without_title(text, mention.start, mention.end), mention.end
        person = next((owners[place] for place in range(start, end) if place in owners), None)
        words = text[start:end]
        number = labels.number(words, person)
        names += _titles(text, start)
        names.append(_name(start, end, words, number, person or ""))
        spans.append((start, end))
    return names, list(_parts(text, labels.tokens, spans))


def _owners(reading: Reading) -> dict[int, str]:
    """Return whose name covers each code point."""
    named = ((m.start, m.end, m.person) for m in reading.mentions if m.type == "PERSON" and m.person is not None)
    return {place: person for start, end, person in named for place in range(start, end)}


class _Labels:
    """Who is who among names: by the reader's person, else by a part of the name in common."""

    def __init__(self) -> None:
        self._people: dict[str, int] = {}
        self.tokens: dict[str, int] = {}
        self._count = 0

    def number(self, words: str, person: str | None) -> int:
        tokens = [token for token in _TOKEN.findall(words) if len(token) >= _SHORTEST]
        known = self._people.get(person) if person is not None else None
        if known is None and person is None:
            known = next((self.tokens[token] for token in reversed(tokens) if token in self.tokens), None)
        if known is None:
            self._count += 1
            known = self._count
        if person is not None:
            self._people[person] = known
        for token in tokens:
            self.tokens.setdefault(token, known)
        return known


def _name(start: int, end: int, words: str, number: int, person: str) -> Piece:
    new = f"@person{number}" if words.startswith("@") else f"Person {number}"
    return Piece(start, end, "name", (new,), f"name {number}", TAGS["name"], "PERSON", direct=True, person=person)


def _is_title(word: str) -> bool:
    return word.lower() in words_in("gender", "titles")


def _without_title(text: str, start: int, end: int) -> int:
    match = _TITLES_INSIDE.match(text, start, end)
    return match.end() if match is not None and _is_title(match["title"]) else start


def _titles(text: str, start: int) -> Iterator[Piece]:
    match = _TITLE.search(text, max(0, start - _LOOK_BACK), start)
    for group in ("title", "second") if match is not None else ():
        word = match[group] if match is not None else None
        if word and match is not None and _is_title(word):
            end = match.end(group) + (text[match.end(group)] == ".")
            yield Piece(match.start(group), end, "title", ("",), "titles", TAGS["title"], "PERSON")


def _parts(text: str, tokens: Mapping[str, int], spans: list[tuple[int, int]]) -> Iterator[Piece]:
    """Yield parts of names that stand alone: "Booth" after "Tony Booth"; not words the text also has in lower case."""
    wanted = [token for token in tokens if token[:1].isupper() and not token.isupper()]
    if not wanted:
        return
    pattern = re.compile(rf"(?<![\w@.-])(?:{'|'.join(map(re.escape, wanted))})(?![\w@-])")
    covered = {place for start, end in spans for place in range(start, end)}
    lowered: dict[str, bool] = {}
    for match in pattern.finditer(text):
        token = match[0]
        if token not in lowered:
            lowered[token] = re.search(rf"(?<!\w){re.escape(token.lower())}(?!\w)", text) is not None
        if match.start() not in covered and not lowered[token]:
            yield from _titles(text, match.start())
            yield _name(*match.span(), token, tokens[token], "")
