"""A text as the finders of mentions see it: its words, what stands between them, and how each is written."""

import re
from bisect import bisect_left
from functools import cache, lru_cache
from typing import NamedTuple

from gyges.reading.lexicon._tables import common_words, first_name, read_table, words_of

__all__ = ["Scan", "Span", "bare", "is_chatty", "is_known", "is_pronoun", "look_at", "phrases", "vocabulary", "words"]

_SMALL_START = re.compile(r"(?:^|\n|[.!?>\]]\s)[a-z]")
_SMALL_TURN = re.compile(r":\s[a-z][^\n]*[^.,;\n](?=\n|$)")  # a message in a chat; few end with a full stop
_START = re.compile(r"(?:^|\n|[.!?:>\]]\s)[^\W\d_]")
_FEW = 3
_FIELD_GAPS = frozenset(("  ", "- ", ") ", "\t"))
_CHATTY = 0.25  # share of sentences that begin with a small letter
_CLITICS = ("'s", "'m", "'re", "'ve", "'d", "'ll")
_USUAL = 0.3  # weight of a first name from which on it is no word put together of others


class Span(NamedTuple):
    """Something to hide: ``text[start:end]``.

    Attributes:
        start: First code point.
        end: One past the last code point.
        type: One of TAB's eight entity types.
        direct: Whether it identifies somebody by itself.
    """

    start: int
    end: int
    type: str
    direct: bool = False


class Scan(NamedTuple):
    """A text and its words."""

    text: str
    words: tuple[tuple[int, int, str], ...]

    def gap(self, index: int) -> str:
        """Return what stands between a word and the next one."""
        return self.text[self.words[index][1] : self.words[index + 1][0]]

    def joined(self, index: int) -> bool:
        """Tell whether only a space or a hyphen parts a word from the next one."""
        if index + 1 >= len(self.words):
            return False
        end, start = self.words[index][1], self.words[index + 1][0]
        return start - end == 1 and self.text[end] in " -\u00a0\u2011"

    def key(self, index: int) -> str:
        """Return a word, folded; empty beyond the ends of the text."""
        return self.words[index][2] if 0 <= index < len(self.words) else ""

    def at(self, position: int) -> int:
        """Return the index of the first word that starts at or after a position."""
        return bisect_left(self.words, position, key=_start)

    def capital(self, index: int) -> bool:
        """Tell whether a word begins with a capital."""
        return self.text[self.words[index][0]].isupper()

    def opens(self, index: int) -> bool:
        """Tell whether a word opens a sentence, a line, a quotation or a field, where a capital says nothing."""
        start = self.words[index][0]
        before = self.text[max(0, start - 6) : start]
        if before[-2:] in _FIELD_GAPS:
            return True  # the next field of a line, a bullet, a number of a list
        before = before.rstrip(" \t\u00a0")
        return not before or before[-1] in ".!?:;\n\r\"“”'‘(•*–—|>[]/…"


def look_at(text: str) -> Scan:
    """Return a text with its words."""
    return Scan(text, words_of(text))


def is_chatty(text: str) -> bool:
    """Tell whether sentences of a text often begin with a small letter, so that names may too."""
    small = len(_SMALL_START.findall(text)) + len(_SMALL_TURN.findall(text))
    return text.islower() or (small >= _FEW and small > _CHATTY * len(_START.findall(text)))


def bare(key: str) -> str:
    """Return a folded word without its possessive ending."""
    return key[:-2] if key.endswith("'s") else key.rstrip("'")


def is_pronoun(key: str) -> bool:
    """Tell whether a folded word is a personal pronoun, alone or with a short verb: ``he's``."""
    plain = next((key[: -len(end)] for end in _CLITICS if key.endswith(end)), key)
    return plain in words("subjects_and_objects")


@cache
def vocabulary() -> frozenset[str]:
    """Return the English words that are written small."""
    return frozenset(read_table("vocabulary.txt.xz").split("\n")) | common_words()


@lru_cache(maxsize=16384)
def is_known(key: str) -> bool:
    """Tell whether a folded word is an English word, or put together of some."""
    key = bare(key).removesuffix("n't")
    if key in vocabulary() or key in words("slang") or key in words("british"):
        return True
    stat = first_name(key)
    if stat is not None and not stat.ambiguous and stat.weight >= _USUAL and key not in words("derived_words"):
        return False  # "ingrid" is no grid, "aisling" does nothing with an aisle
    if "-" in key or "'" in key:
        return all(len(part) < 3 or is_known(part) for part in key.replace("'", "-").split("-"))
    return _derived(key) or (
        key.startswith(_PREFIXES)
        and any(
            key.startswith(front)
            and len(key) > len(front) + 3
            and (key[len(front) :] in vocabulary() or _derived(key[len(front) :]))
            for front in _PREFIXES
        )
    )


def _derived(key: str) -> bool:
    return any(key.endswith(end) and key[: -len(end)] + put in vocabulary() for end, put in _ENDINGS)


_PREFIXES = (
    "un",
    "in",
    "im",
    "re",
    "non",
    "pre",
    "post",
    "anti",
    "sub",
    "over",
    "under",
    "co",
    "mis",
    "dis",
    "inter",
    "out",
    "semi",
    "multi",
    "counter",
    "self",
)


_ENDINGS = (
    ("s", ""), ("es", ""), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e"), ("ly", ""), ("er", ""), ("ers", ""),
    ("ness", ""), ("less", ""), ("ies", "y"), ("ied", "y"), ("ish", ""), ("able", ""), ("ment", ""), ("isation", "ize"),
    ("ably", "able"), ("ibly", "ible"), ("ability", "able"), ("ibility", "ible"), ("ally", "al"), ("ation", "e"),
    ("ation", ""), ("ist", ""), ("ists", ""), ("ism", ""), ("ive", "e"), ("ful", ""), ("hood", ""), ("ship", ""),
    ("ise", "ize"), ("ised", "ize"), ("ising", "ize"), ("our", "or"),
)  # fmt: skip


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    lists: dict[str, tuple[str, ...]] = {}
    for table in ("span_words.txt", "traits.txt"):
        for line in read_table(table).splitlines():
            if line.startswith("["):
                name, _, rest = line[1:].partition("] ")
                parts = rest.split(" | ") if " | " in rest else rest.split()
                lists[name] = tuple(part.strip() for part in parts if part.strip())
    return lists


@cache
def words(name: str) -> frozenset[str]:
    """Return one of the lists of words of the finder."""
    return frozenset(_lists()[name])


@cache
def phrases(*names: str) -> dict[str, str]:
    """Return the phrases of some lists, each with the name of its list."""
    return {" ".join(phrase.replace(".", " ").split()): name for name in names for phrase in _lists()[name]}


def _start(word: tuple[int, int, str]) -> int:
    return word[0]
