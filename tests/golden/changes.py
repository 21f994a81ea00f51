"""What changed between two rows of one document, as a diff of words, and of which class each line is."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from golden.rows import Row

_QUOTED = 60


class Change(NamedTuple):
    """One line of the diff, and its class: where, of which tag or type, by which rule."""

    kind: str
    line: str


def changes(old: Row | None, new: Row | None, text: str) -> list[Change]:
    """Return all differences between the recorded row and the present one; rows that differ never give none."""
    if old == new:
        return []
    if old is None or new is None or old["text"] != new["text"]:
        what = "not recorded" if old is None else "gone" if new is None else "text changed"
        return [_document(what)]
    told, tells = (list(_told(row, text)) for row in (old, new))
    found: list[Change] = []
    for what, low, high, from_, to in SequenceMatcher(None, told, tells, autojunk=False).get_opcodes():
        if what != "equal":
            found += [Change(kind, f"- {words}") for kind, words in told[low:high]]
            found += [Change(kind, f"+ {words}") for kind, words in tells[from_:to]]
    return found or [_document("numbering")]


def _document(what: str) -> Change:
    return Change(f"document | {what}", f"! document: {what}")


def _told(row: Row, text: str) -> Iterator[Change]:
    """Tell all of a row in lines; who somebody is by the description, as numbers change with each newcomer."""
    yield Change("unread", f"unread {row['unread']}")
    for where in ("reading", "general"):
        if row[where] is None:
            yield Change(where, f"{where} none")
        else:
            yield from _reading(where, row[where], text)
    for tag, ranked in row["author"].items():
        for rank, (value, certainty, start, end, cue) in enumerate(ranked, 1):
            words = f"author {tag} #{rank} {value} ({certainty}) {_quotes([[start, end]], text)} cue {cue}"
            yield Change(f"author | {tag} | cue {cue}", words)


def _reading(where: str, reading: Row, text: str) -> Iterator[Change]:
    yield Change(f"{where} | genre", f"{where} genre {reading['genre']}")
    for name, note in reading["notes"].items():
        yield Change(f"{where} | note {name}", f"{where} note {name}: {note}")
    for person in reading["people"]:
        who = person["description"]
        yield Change(f"{where} | person", f"person {who} mentioned as {_quotes(person['mentions'], text)}")
        for tag, value, certainty, evidence, cue in person["facts"]:
            words = f"{who} {tag} {value} ({certainty}) {_quotes(evidence, text)} cue {cue}"
            yield Change(f"{where} | {tag} | cue {cue}", words)
    called = {person["id"]: person["description"] for person in reading["people"]}
    for start, end, type_, direct, person in reading["mentions"]:
        whose = "" if person is None else f" of {called.get(person, person)}"
        words = f"{type_}{'!' if direct else ''} {_quotes([[start, end]], text)}{whose}"
        yield Change(f"{where} mentions | {type_}", words)


def _quotes(places: Sequence[Sequence[Any]], text: str) -> str:
    quoted = (" ".join(text[start:end].split()) for start, end in places)
    cut = (words if len(words) <= _QUOTED else f"{words[:_QUOTED]}…" for words in quoted)
    return ", ".join(f'"{words}" @{start}-{end}' for words, (start, end) in zip(cut, places, strict=True))
