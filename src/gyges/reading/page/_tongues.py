"""The tables of languages: their small words, their rare letters, the scripts they are written in."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cache

from gyges.reading.lexicon._load import read_rows
from gyges.reading.lexicon._vocabulary import common_words

__all__ = ["ENGLISH", "LATIN", "Hits", "english_words", "hits_of", "script_of", "sole_language"]

ENGLISH = "English"
LATIN = "Latin"

_SHARED_WEIGHT = 0.3  # of a small word that several languages have, beside the share of each in it
_PLAIN_WEIGHT = 0.5  # of a single plain letter, which is an abbreviation or a label in any language
_LETTER_WEIGHT = 0.5  # of a letter that few languages have, against a whole word


@dataclass(slots=True)
class Hits:
    """What speaks for a language.

    Attributes:
        own: Words and letters, those that others have too for less; tells languages apart.
        all: The same with every word counted once and single letters left out; tells whether it is one of them at all.
    """

    own: float = 0.0
    all: float = 0.0


@dataclass(frozen=True, slots=True)
class _Tongues:
    """The small words and rare letters of the languages of one script, each with the languages that have it."""

    words: dict[str, tuple[str, ...]]
    letters: dict[str, tuple[str, ...]]


def hits_of(script: str, words: Counter[str]) -> dict[str, Hits]:
    """Return what speaks for each language of a script; nothing for a script whose languages are not told apart."""
    found: dict[str, Hits] = {}
    tongues = _tongues().get(script)
    if tongues is None:
        return found
    for word, count in words.items():
        owners = tongues.words.get(word, ())
        plain = len(word) == 1 and word.isascii()
        for language in owners:
            hits = found.setdefault(language, Hits())
            hits.own += count * ((_PLAIN_WEIGHT if plain else 1) / len(owners) + _SHARED_WEIGHT)
            hits.all += 0 if plain else count
        if word.isascii():
            continue
        rare = Counter(language for letter in word for language in tongues.letters.get(letter, ()))
        marked = sum(not letter.isascii() for letter in word)
        for language, letters in rare.items():
            hits = found.setdefault(language, Hits())
            hits.own += _LETTER_WEIGHT * count * letters / marked
            hits.all += 0 if language in owners else _LETTER_WEIGHT * count
    return found


@cache
def english_words() -> tuple[frozenset[str], frozenset[str]]:
    """Return frequent English words, and words that are frequent in English but small words of other languages too."""
    small = {word: owners for word, owners in _tongues()[LATIN].words.items() if len(word) > 1}
    frequent = {word for word in common_words() if len(word) > 1}
    own = {word for word, owners in small.items() if ENGLISH in owners}
    return frozenset((frequent - small.keys()) | own), frozenset((frequent & small.keys()) - own)


def script_of(letter: str) -> str:
    """Return the script of a letter, empty for one that is in no table."""
    starts, ends, names = _blocks()
    place = bisect_right(starts, ord(letter)) - 1
    return names[place] if place >= 0 and ord(letter) <= ends[place] else ""


@cache
def sole_language(script: str) -> str:
    """Return the language that nearly everything in a script is in, empty where there are several."""
    named = {row[2]: row[3] for row in read_rows("languages/scripts.tsv") if row[3] != "-"}
    return named.get(script, "")


@cache
def _tongues() -> dict[str, _Tongues]:
    made: dict[str, _Tongues] = {}
    for language, script, letters, words in read_rows("languages/words.tsv"):
        tongues = made.setdefault(script, _Tongues({}, {}))
        for word in words.split():
            tongues.words[word] = (*tongues.words.get(word, ()), language)
        for letter in letters if letters != "-" else "":
            tongues.letters[letter] = (*tongues.letters.get(letter, ()), language)
    return made


@cache
def _blocks() -> tuple[list[int], list[int], list[str]]:
    rows = sorted((int(row[0], 16), int(row[1], 16), row[2]) for row in read_rows("languages/scripts.tsv"))
    return [first for first, _, _ in rows], [last for _, last, _ in rows], [script for _, _, script in rows]
