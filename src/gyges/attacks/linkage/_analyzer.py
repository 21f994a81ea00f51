"""How texts become search terms: our own way, and the way of Lucene."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from gyges.errors import UnknownNameError
from gyges.reading import stem, stem_plainly

_NO_SPACES = "\u3040-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # scripts without spaces: each sign is a term
_WORD = re.compile(rf"[{_NO_SPACES}]|[^\W_{_NO_SPACES}]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")

# Unicode's word borders as Lucene's standard tokenizer draws them: marks inside a word or a number do not divide it.
_STANDARD = re.compile(
    rf"[{_NO_SPACES}]|[^\W{_NO_SPACES}]+"
    rf"(?:(?:(?<=[^\W\d_])['’.:·](?=[^\W\d_])|(?<=\d)['’.,;](?=\d))[^\W{_NO_SPACES}]+)*"
)
_POSSESSIVE = re.compile(r"['’＇]s$")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_LUCENE_STOP = _set(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with"
)
"""Lucene's English stop set: 33 words."""

_STOP = _LUCENE_STOP | _set(
    "i me my we us our you your he him his she her hers its them who whom whose which what have has had do does did am "
    "were been being from so than too very can could would should s t d m ll re ve"
)
"""Words that say nothing about anybody: Lucene's, pronouns, auxiliaries, and what an apostrophe leaves behind."""


@dataclass(frozen=True, slots=True)
class Analyzer:
    """Cuts texts into words and maps words to search terms; the same for records and queries."""

    name: str  # what users type
    words: Callable[[str], list[str]]  # cuts a text into words in lower case
    root: Callable[[str], str]  # the stem of a word
    stop: frozenset[str]  # words that are dropped
    length: Callable[[int], int]  # the length that stands for a number of terms; what Lucene stores is rounded

    def term(self, word: str) -> str | None:
        """Return the term of a word, None for a stop word."""
        return None if word in self.stop else self.root(word)

    def terms(self, text: str) -> list[str]:
        """Return the terms of a text."""
        return [term for word in self.words(text) if (term := self.term(word)) is not None]


def _plain_words(text: str) -> list[str]:
    lower = text.casefold()
    return (_ASCII_WORD if lower.isascii() else _WORD).findall(lower.replace("_", " "))


def _standard_words(text: str) -> list[str]:
    return [_POSSESSIVE.sub("", word).lower() for word in _STANDARD.findall(text)]


def lucene_length(terms: int) -> int:
    """Return the length that Lucene remembers in one byte: exact up to 40, then with four significant bits."""
    rest = terms - 24
    if rest < 16:
        return terms
    shift = rest.bit_length() - 4
    return 24 + (rest >> shift << shift)


ANALYZERS = {
    analyzer.name: analyzer
    for analyzer in (
        Analyzer("default", _plain_words, stem, _STOP, int),
        Analyzer("lucene", _standard_words, stem_plainly, _LUCENE_STOP, lucene_length),
    )
}
"""`default` and `lucene`, by name."""


def analyzer_named(name: str) -> Analyzer:
    """Return an analyzer."""
    if name not in ANALYZERS:
        raise UnknownNameError(f"there is no analyzer '{name}'", f"choose one of {', '.join(ANALYZERS)}")
    return ANALYZERS[name]


def meanings(text: str) -> set[str]:
    """Return the different terms of a text, without words that say nothing about anybody."""
    return set(ANALYZERS["default"].terms(text))
