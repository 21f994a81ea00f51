"""The spans of the reader made whole: titles join their names, and what is an identifier once is one everywhere.

Echoes: a direct identifier that stands elsewhere in the same words is one there too, even if the reader missed it.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from gyges.anonymizers.replacement._person_names import is_handle, name_words
from gyges.anonymizers.wording import is_english_word, places_of
from gyges.reading import ReadMention, is_ordinary_there
from gyges.reading.lookups import is_common_word, title

__all__ = ["with_echoes", "with_names_across", "with_titles"]

_WORD = re.compile(r"\w+")
_AFTER_TITLE = frozenset((" ", ". ", ".", "  "))
_JOINS = frozenset(
    ("Ó", "Ní", "Nic", "Uí", "Mac", "van", "von", "de", "der", "den", "la", "le", "di", "da", "dos", "el", "bin", "al")
)
_NAMES = frozenset(("PERSON", "MISC"))  # what is hidden by itself and of no certain kind is most often a name
_SHORTEST = 3  # letters and digits; shorter words stand in any text


def with_titles(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return the spans; a title by itself joins the name that follows, and so does "Ó" of "Ó Briain"."""
    made: list[ReadMention] = []
    for mention in mentions:
        last = made[-1] if made else None
        if (
            last is not None
            and last.type == mention.type == "PERSON"
            and text[last.end : mention.start] in _AFTER_TITLE
            and (
                all(title(word) for word in text[last.start : last.end].split())
                or text[last.start : last.end].rpartition(" ")[2] in _JOINS
            )
        ):
            made[-1] = replace(mention, start=last.start)
        else:
            made.append(mention)
    return tuple(made)


def with_echoes(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return the spans, and one more for every place where the words of a direct one stand outside of all spans.

    Of a person the first and the last name are looked for, too.

    A single word that is an ordinary English one, such as "Will" or "Grace", is left alone.
    """
    known: dict[str, list[tuple[str, ReadMention]]] = {}
    for mention in mentions:
        words = text[mention.start : mention.end]
        first = _WORD.search(words)
        if mention.direct and first is not None and first.start() == 0 and _tells(words):
            _add(known, words, mention)
        if mention.type == "PERSON" and mention.direct and not is_handle(words):
            for word in name_words(words):
                said = words[word.start : word.end]
                if word.kind == "name" and said.istitle() and _tells(said) and not is_english_word(said):
                    _add(known, said, mention)
    if not known:
        return tuple(mentions)
    for entries in known.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return tuple(sorted([*mentions, *_echoes(text, mentions, known)], key=lambda mention: mention.start))


def with_names_across(
    text: str, mentions: Sequence[ReadMention], ranges: Sequence[tuple[int, int]]
) -> tuple[ReadMention, ...]:
    """Return the spans, and one more for every name that stands in some ranges too, where nobody took it for one.

    The ranges are in another language than English: "Rose" is a word there only if it also stands there as "rose". Of
    a "Mr Das" no German "Das" is hidden.

    Args:
        text: The text.
        mentions: Its spans, in order; names outside of the ranges are looked for in them.
        ranges: Where another language stands, in order and apart.
    """
    words_there = {word for start, end in ranges for word in _WORD.findall(text, start, end)}
    known: dict[str, list[tuple[str, ReadMention]]] = {}
    for mention in mentions:
        words = text[mention.start : mention.end]
        named = mention.direct and mention.type in _NAMES and not is_handle(words)
        if not named or _is_in(ranges, mention):
            continue
        for word in name_words(words):
            said = words[word.start : word.end]
            if word.kind == "name" and said.istitle() and len(said) >= _SHORTEST and said.lower() not in words_there:
                _add(known, said, mention)
    echoes = [
        echo
        for echo in (_echoes(text, mentions, known) if known else ())
        if _is_in(ranges, echo) and not is_ordinary_there(text, echo.start, echo.end)
    ]
    return tuple(sorted([*mentions, *echoes], key=lambda mention: mention.start))


def _is_in(ranges: Sequence[tuple[int, int]], mention: ReadMention) -> bool:
    at = bisect_left(ranges, (mention.end, 0))
    return at > 0 and mention.end <= ranges[at - 1][1] and ranges[at - 1][0] <= mention.start


def _add(known: dict[str, list[tuple[str, ReadMention]]], words: str, mention: ReadMention) -> None:
    first = _WORD.search(words)
    if first is not None:
        entries = known.setdefault(first[0], [])
        if all(words != other for other, _ in entries):
            entries.append((words, mention))


def _echoes(
    text: str, mentions: Sequence[ReadMention], known: dict[str, list[tuple[str, ReadMention]]]
) -> list[ReadMention]:
    found: list[ReadMention] = []
    index, last = 0, 0
    for start, word in sorted((place, first) for first in known for place, _ in places_of(text, first)):
        if start < last:
            continue
        while index < len(mentions) and mentions[index].end <= start:
            index += 1
        limit = mentions[index].start if index < len(mentions) else len(text)
        for words, mention in known[word]:
            end = start + len(words)
            if end <= limit and text.startswith(words, start) and not text[end : end + 1].isalnum():
                found.append(mention.moved(start, end))
                last = end
                break
    return found


@lru_cache(maxsize=8192)
def _tells(words: str) -> bool:
    signs = sum(sign.isalnum() for sign in words)
    return signs >= _SHORTEST and (" " in words.strip() or not is_common_word(words)) and not words.islower()
