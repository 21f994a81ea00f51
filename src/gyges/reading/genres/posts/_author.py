"""Who writes a post: labels at its head, a name before a colon or at its end, somebody who says "I"."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from gyges.reading.codes._handles import given_name, handle_name
from gyges.reading.genres._table import load_table, pattern
from gyges.reading.lexicon._fold import fold
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import sex_of_name


def sex_of(name: str) -> tuple[str, int] | None:
    """Return the sex that the first word of a name tells and how surely."""
    word = name.split()[0].strip(".,'\"") if name.split() else ""
    return sex_of_name(word) if len(word) > 1 else None


def call(person: PersonDraft, name: str, start: int, end: int, sure: int, cue: str) -> None:
    """Learn a name of somebody, and the sex it tells."""
    person.call(name, start, end).learn("NAME", name, sure, start, end, cue)
    told = sex_of(name)
    if told:
        person.learn("SEX", *told, start, end, "first name")


@lru_cache(maxsize=4096)
def name_words(name: str) -> frozenset[str]:
    """Return the folded words of a name or of the name in a handle."""
    return frozenset(fold(word).strip(".'’") for word in (handle_name(name) if " " not in name else name).split())


_HEADER = 1500  # code points in which a header stands
_TAIL = 200  # code points at the end of a text in which it is signed
_LETTER_HEAD = 250  # code points in which a letter says that it is one


class Author(NamedTuple):
    """The author as far as a post says: the words that name them, the name they give, whether that is an account."""

    start: int
    end: int
    name: str = ""
    handle: bool = False


class Header(NamedTuple):
    """Where the name and the place of a header stand, and where the words of the post start."""

    name: tuple[int, int] | None = None
    place: tuple[int, int] | None = None
    body: int = 0


def read_header(text: str) -> Header:
    """Read the labels at the head of a post or advert."""
    labels = load_table("posts")["words"]
    found: dict[str, tuple[int, int]] = {}
    body = 0
    for match in pattern("posts.field").finditer(text, 0, _HEADER):
        label = match["label"].lower().strip()
        if label in labels["letter_labels"] and match.start() < _LETTER_HEAD:
            return Header()
        kind = next((one for one in ("name", "place", "contact", "date") if label in labels[f"{one}_labels"]), None)
        if kind is None or (kind == "name" and kind in found):
            continue
        end = pattern("posts.field_end").search(text, match.end())
        stop = end.start() if end else len(text)
        found.setdefault(kind, _stripped(text, match.end(), stop))
        body = max(body, stop)
    if not found.keys() & {"name", "place"} or pattern("posts.lead_account").match(text):
        return Header()
    return Header(found.get("name"), found.get("place"), body)


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    value = text[start:end].strip(' "“”*')
    start = text.index(value, start)
    return start, start + len(value)


def find_author(text: str, header: Header) -> Author | None:
    """Return the author, with an empty name where only "I" or a mask speaks; None if nobody does."""
    value = text[slice(*header.name)].split("  ")[0] if header.name else ""
    if header.name and value:
        start, end = header.name[0], header.name[0] + len(value)
        if re.match(load_table("posts")["parts"]["mask"], value.lstrip("@")):
            return Author(start, end)
        humped = any(one.islower() and two.isupper() for one, two in pairwise(value))
        name = handle_name(value) if " " not in value and (humped or not value.isalpha()) else value
        return Author(start, end, name, name != value)
    return _from_lead(text) or _from_words(text)


def _from_lead(text: str) -> Author | None:
    lead = pattern("posts.lead").match(text)
    if lead is None:
        return None
    if lead["handle"]:
        return Author(*lead.span("handle"), handle_name(lead["handle"]), handle=True)
    if lead["mask"]:
        return Author(*lead.span())
    named = lead["gap"] or given_name(lead["name"].split()[0], 0.1)
    return Author(*lead.span("name"), lead["name"]) if named and not _is_no_name(lead["name"]) else None


def _from_words(text: str) -> Author | None:
    signed = pattern("posts.signed").search(text, max(0, len(text) - _TAIL))
    if (
        signed is not None
        and given_name(signed["name"].split()[0].rstrip("."), 0.05)
        and not _is_no_name(signed["name"])
    ):
        return Author(*signed.span("name"), signed["name"].rstrip("."))
    voice = pattern("posts.voice").search(text) or pattern("posts.hashtag").search(text)
    return Author(*voice.span()) if voice is not None else None


def _is_no_name(words: str) -> bool:
    return words.lower() in load_table("posts")["words"]["not_names"]
