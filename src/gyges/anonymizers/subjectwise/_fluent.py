"""Fitting new words into their sentence: articles, capitals, spaces, commas; the release must read as English."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gyges.anonymizers.subjectwise._in_context import in_context
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.subjectwise._tables import words_in

__all__ = ["Change", "fit"]

_WORD_BEFORE = re.compile(r"(?P<word>[^\W\d_]+(?:['’]s)?)(?P<gap>\s+)$")
_ARTICLE = re.compile(r"(?:an?|the) ", re.IGNORECASE)
_VOWEL = re.compile(r"(?!uni|use|usu|eu|one\b|once)[aeiou]|hour|honest|heir|honou?r", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?:^|[.!?:]['\"”’)]*\s|\n)[\s\"“‘'(*•–-]*$")
_JOINED = re.compile(r",\s|\s?/\s?|\s\((?=[^)]*\))|\s")
_ADJECTIVE = re.compile(r"(?:ish|[^u]al|ic|ary|[^g]ive|ous|[aei]an|ese)$")
_FAR = 40  # code points looked back for the word before


@dataclass(frozen=True, slots=True)
class Change:
    """A span of the original and its new words, with the pieces that were changed in it."""

    start: int
    end: int
    new: str
    pieces: tuple[Piece, ...]


def fit(text: str, raised: Iterable[tuple[Piece, str]]) -> list[Change]:
    """Return the changes that put new words into a text, given in order, so that they fit their neighbours."""
    changes: list[Change] = []
    for piece, new in raised:
        last = changes[-1] if changes else None
        if last is not None and _belongs_to(text, last, piece, new):
            end = piece.end + (text[last.end : piece.start].endswith("(") and text[piece.end : piece.end + 1] == ")")
            changes[-1] = replace(last, end=end, pieces=(*last.pieces, piece))
        elif last is not None and new and last.pieces[-1].kind == "place" and _names_after(text, last, piece):
            changes[-1] = Change(last.start, piece.end, new, (piece, *last.pieces))  # "Porto City Hospital"
        else:
            changes.append(Change(piece.start, piece.end, new, (piece,)))
    fitted: list[Change] = []
    for number, change in enumerate(changes):
        low = fitted[-1].end if fitted else 0
        after = changes[number + 1] if number + 1 < len(changes) else Change(len(text), len(text), "", ())
        fitted.append(_fit(text, change, low, _foreseen(text, after)))
    return fitted


def _foreseen(text: str, change: Change) -> Change:
    """Return a change with the words it will have, as the article before the one in front of it depends on them."""
    kind = change.pieces[0].kind if change.pieces else "place"
    if kind == "place":
        return change
    return replace(change, new=in_context(text, (change.start, change.end), kind, change.new))


def _belongs_to(text: str, last: Change, piece: Piece, new: str) -> bool:
    """Two places in a row become one, and so do two names of one person."""
    gap = text[last.end : piece.start]
    if piece.kind == last.pieces[-1].kind == "place":
        return _JOINED.fullmatch(gap) is not None or gap in {" (", ", "}
    return bool(new) and new == last.new and gap.isspace() and "\n" not in gap


def _names_after(text: str, last: Change, piece: Piece) -> bool:
    return piece.kind in {"organisation", "job"} and text[last.end : piece.start] == " "


def _fit(text: str, change: Change, low: int, after: Change) -> Change:
    high = after.start
    kind = change.pieces[0].kind
    if kind == "drop":  # a unit that goes takes its gap with it
        return change
    before = _before(text, change.start, low)
    if kind == "place":
        while before is not None and before["word"].lower() in words_in("grammar", "directions"):
            change = replace(change, start=before.start())
            before = _before(text, change.start, low)
    word = before["word"].lower() if before is not None else ""
    span, next_to = (change.start, change.end), text[change.end : high] == " " and bool(after.pieces)
    change = replace(change, new=in_context(text, span, kind, change.new, next_to=next_to))
    joined = text[change.end : change.end + 1] == "-"
    if _ARTICLE.match(change.new) and (joined or (before is not None and _leads_to_noun(before))):
        change = replace(change, new=_ARTICLE.sub("", change.new, count=1))
    if change.new == "…" and text[change.end : min(high, change.end + 1)] == ".":
        change = replace(change, end=change.end + 1)
    if not change.new:
        change = _closed(text, change, low, high)
    if word in {"a", "an"} and before is not None and before.start() >= low:
        change = _with_article(text, change, before, after)
    return _capital(text, change, high)


def _leads_to_noun(before: re.Match[str]) -> bool:
    """Tell whether no article fits behind a word: "the", "Ana's", "military"."""
    word = before["word"]
    if word.lower() in words_in("grammar", "determiners") or word.endswith(("'s", "’s")):
        return True
    return word.lower() not in words_in("grammar", "function") and _ADJECTIVE.search(word) is not None


def _before(text: str, start: int, low: int) -> re.Match[str] | None:
    return _WORD_BEFORE.search(text, max(low, start - _FAR), start)


def _closed(text: str, change: Change, low: int, high: int) -> Change:
    """Close the gap that dropped words leave."""
    start, end = change.start, change.end
    lead, tail = text[max(low, start - 1) : start], text[end : min(high, end + 1)]
    if (lead, tail) == ("(", ")"):
        start, end = start - 1, end + 1
        lead, tail = text[max(low, start - 1) : start], text[end : min(high, end + 1)]
    if tail == " " and (not lead or lead.isspace() or lead in '(“"‘'):
        end += 1
    elif lead == " " and (not tail or tail in ' ,.;:)!?\n”"'):
        start -= 1
        if tail == "," and text[max(low, start - 1) : start] == ",":
            start -= 1
    return replace(change, start=start, end=end)


def _with_article(text: str, change: Change, before: re.Match[str], after: Change) -> Change:
    next_to = not text[change.end : after.start].strip()
    follows = change.new or (after.new if next_to else text[change.end : change.end + 12].lstrip())
    article = "an" if _VOWEL.match(follows) else "a"
    old = before["word"]
    if old.lower() == article or not follows[:1].isalpha():
        return change
    if old[:1].isupper():
        article = article.capitalize()
    middle = text[before.end("word") : change.start] if change.start > before.end("word") else ""
    gap = middle or (" " if change.new else "")
    return replace(change, start=before.start(), new=f"{article}{gap}{change.new}")


def _capital(text: str, change: Change, high: int) -> Change:
    starts = _SENTENCE_END.search(text, max(0, change.start - _FAR), change.start) if change.start else True
    if not starts or not text[change.start : change.start + 1].isupper():
        return change
    if change.new:
        return replace(change, new=change.new[:1].upper() + change.new[1:])
    if change.end < high and text[change.end].islower():
        return replace(change, end=change.end + 1, new=text[change.end].upper())
    return change
