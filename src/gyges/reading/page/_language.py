"""Which language a text is in: by its letters where a script tells, by its commonest small words elsewhere.

All numbers here are ours; docs/design/unread.md says what they were measured on.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from unicodedata import normalize

from gyges.reading.lexicon._load import common_words, read_rows
from gyges.reading.names._shapes import PARTICLES

_MARK = re.compile(
    r"\[[A-Za-z][\w .,:/#&'-]{0,40}\]|<[A-Za-z][\w .:/#-]{0,40}>|(?<!\{)\{++[A-Za-z][\w .:/#-]{0,40}\}+"
    r"|[*█■▇▓▒]{2,}|_{2,}|(?<!\w)[xX]{3,}(?!\w)|\b[A-Z]{2,}_[A-Z0-9_]+\b"
)
_MARK_SIGNS = "[<{*█■▇▓▒_"
_ADDRESS_SIGNS = ("://", "www.", "@", "#")
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+|(?<!\S)[^\s@]+@[^\s@]+\.\w+|(?<!\w)[@#]\w+")


@lru_cache(maxsize=16)  # of one text, several ask before they vote
def unmarked(text: str) -> tuple[str, int]:
    """Return a text without marks and addresses, and how many marks there were."""
    marks = 0
    if any(sign in text for sign in _MARK_SIGNS) or "xxx" in text.lower():
        text, marks = _MARK.subn(" ", text)
    return _ADDRESS.sub(" ", text) if any(sign in text for sign in _ADDRESS_SIGNS) else text, marks


ENGLISH = "English"
LATIN = "Latin"

_SHARED_WEIGHT = 0.3  # of a small word that several languages have, beside the share of each in it
_PLAIN_WEIGHT = 0.5  # of a single plain letter, which is an abbreviation or a label in any language
_LETTER_WEIGHT = 0.5  # of a letter that few languages have, against a whole word


@dataclass(slots=True)
class Hits:
    """What speaks for a language."""

    own: float = 0.0  # words and letters, those that others have too for less; tells languages apart
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


@cache
def small_words(language: str) -> frozenset[str]:
    """Return the commonest small words of a language in Latin letters, by its English name."""
    return frozenset(word for word, owners in _tongues()[LATIN].words.items() if language in owners)


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


UNKNOWN = "an unknown language"
"""What a text is in that has words enough, but not of a language in the table."""

_FEWEST_WORDS = 4  # running words below which they tell little
_RUNNING_SHARE = 0.15  # of the words begin with a small letter; else it is all capitals or a list, and all words run
_ENGLISH_SHARE = 0.5  # of the running words are frequent English ones: no other language comes near
_ENGLISH_LEAST = 0.2  # the same where no other language has more of its small words: slang, bad scans
_ENGLISH_LEAD = 1.2  # foreign small words stand in English texts more often than English ones in foreign texts
_OTHER_LEAST = 0.12  # of the running words are small words of a language, or one word, for it to be named
_NAMES_FEWEST, _NAMES_LEAST = 2.0, 0.3  # the same in a list of names
_CLEAR_HITS, _CLEAR_ENGLISH = 2.0, 0.3  # small words of another language at least, English words at most
_SHORT = 20  # words up to which typical words are asked where small words leave it open
_FEWEST_TYPICAL, _TYPICAL_SHARE = 2, 0.15  # such words against another language that was named, and of all words
_SURE_WORDS, _SURE_HITS, _SURE_LEAD = 8, 4.0, 1.3  # words, hits, and how far ahead of the next language

_KANA_SHARE = 0.1  # Japanese is mostly Chinese characters with some kana between them
_SIGNS_A_WORD = {"Han": 1.5, "Kana": 2.0, "Hangul": 2.5}  # written without blanks, or with few
_LETTERS_A_WORD = 5.0

_LAST_LATIN = "\u02af"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SIGNED_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0900-\u0903\u093a-\u094f\u200c])*")  # vowel signs are no letters


@dataclass(frozen=True, slots=True)
class Vote:
    """What the words of a text or passage say about its language."""

    language: str
    clear: bool  # whether it is clearly not English, whichever language it is
    sure: bool  # whether there is enough to tell it from the languages next to it
    words: float  # how many words there are; of a script without blanks, about as many as a translation has
    beyond_latin: float  # how many of them are in another script


@dataclass(frozen=True, slots=True)
class _Verdict:
    language: str
    clear: bool = False
    sure: bool = False


def language_of(text: str) -> str:
    """Return the language of a text, or an empty string where that is not sure."""
    told = vote(text)
    return told.language if told.sure else ""


def in_latin_letters(text: str) -> bool:
    """Tell whether most words of a text are in Latin letters, or it has none."""
    told = vote(text)
    return 2 * told.beyond_latin <= told.words


@lru_cache(maxsize=256)  # of one text, and of its passages, everybody who reads or changes it or its release asks
def vote(text: str) -> Vote:
    """Return what the words of a text say about its language."""
    text = text if text.isascii() else normalize("NFC", text)
    scripts = _scripts(text)
    beyond = sum(scripts.values())
    words = _WORD.findall(text)
    if beyond:
        words = [word for word in words if script_of(word[0]) == LATIN]
    told = _by_script(text, scripts) if beyond and beyond >= len(words) else _by_words(words)
    return Vote(told.language, told.clear, told.sure, len(words) + beyond, beyond)


def _scripts(text: str) -> dict[str, float]:
    """Return about how many words a text has in each script but the Latin one."""
    found: dict[str, float] = {}
    if text.isascii() or not any(letter > _LAST_LATIN and letter.isalpha() for letter in set(text)):
        return found
    for letter, count in Counter(text).items():
        if letter > _LAST_LATIN and letter.isalpha() and (script := script_of(letter)) != LATIN:
            found[script] = found.get(script, 0.0) + count / _SIGNS_A_WORD.get(script, _LETTERS_A_WORD)
    return found


def _by_script(text: str, scripts: Mapping[str, float]) -> _Verdict:
    script = max(scripts, key=scripts.__getitem__)
    if script == "Han" and scripts.get("Kana", 0.0) > _KANA_SHARE * sum(scripts.values()):
        return _Verdict("Japanese", clear=True, sure=True)
    sole = sole_language(script)
    if sole or not script:
        return _Verdict(sole or UNKNOWN, clear=True, sure=bool(sole))
    hits = hits_of(script, Counter(word.lower() for word in _SIGNED_WORD.findall(text)))
    return _Verdict(_best(hits), clear=True, sure=_is_sure(hits)) if hits else _Verdict(script, clear=True)


def _by_words(words: Sequence[str]) -> _Verdict:
    told = _by_all_words(words)
    short = len(words) < _SHORT and not told.sure and not (told.language and told.clear)
    return _by_typical_words(words, told) or told if short else told


def _by_typical_words(words: Sequence[str], told: _Verdict) -> _Verdict | None:
    """Return the language of a sentence or two by words that hardly another one has, None if they do not tell.

    Names say nothing of it, so of English words only those count that begin small or open the text.
    """
    words = _without_particles(words)
    keys = [word.lower() for word in words]
    typical = [language for key in keys for language in _typical_of().get(key, ())]
    if not typical:
        return None
    own = {language: typical.count(language) for language in _typical()}
    best = max(own, key=own.__getitem__)
    count, others = own.pop(best), max(own.values())
    typical_too, shared = _typical()[best]
    english, _ = english_words()
    known = sum(
        key in english and key not in typical_too and key not in shared and (word[0].islower() or word is words[0])
        for word, key in zip(words, keys, strict=True)
    )
    named = told.language not in {ENGLISH, "", best}
    least = max(_FEWEST_TYPICAL if named else 1, _TYPICAL_SHARE * len(words), known + 1, others + 1)
    return _Verdict(best, clear=told.clear) if count >= least else None


@cache
def _typical() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    rows = read_rows("languages/typical.tsv")
    return {language: (frozenset(own.split()), frozenset(shared.split())) for language, own, shared in rows}


@cache
def _typical_of() -> dict[str, tuple[str, ...]]:
    """Return every typical word with the languages it is typical of."""
    owners: dict[str, tuple[str, ...]] = {}
    for language, (own, _) in _typical().items():
        for word in own:
            owners[word] = (*owners.get(word, ()), language)
    return owners


def _by_all_words(words: Sequence[str]) -> _Verdict:
    words = _without_particles(words)
    if _are_surely_english(words):
        return _Verdict(ENGLISH, sure=True)
    running = [word.lower() for word in words if word[0].islower()]
    listed = len(running) < max(_FEWEST_WORDS, _RUNNING_SHARE * len(words))
    if listed:
        running = [word.lower() for word in words]
    counted, long = Counter(running), len(running) >= _SURE_WORDS
    known, unknown = _english_and_not(counted)
    english = known / max(known + unknown, 1)
    if english >= _ENGLISH_SHARE and known >= 2:
        return _Verdict(ENGLISH, sure=long)
    hits = hits_of(LATIN, counted)
    own = hits.pop(ENGLISH, Hits()).all
    most = hits[_best(hits)].all if hits else 0.0
    if _ENGLISH_LEAD * own >= most and english >= _ENGLISH_LEAST:
        return _Verdict(ENGLISH)
    names = listed and not all(word.isupper() for word in words)  # which may be small words of any language
    least = max(_NAMES_FEWEST, _NAMES_LEAST * len(running)) if names else max(1.0, _OTHER_LEAST * len(running))
    if most > _ENGLISH_LEAD * own and most >= least:
        clear = most >= _CLEAR_HITS and most >= 2 * own and english < _CLEAR_ENGLISH
        return _Verdict(_best(hits), clear=clear, sure=long and _is_sure(hits))
    return _Verdict(UNKNOWN if english < _ENGLISH_LEAST and _says_something(words) else "")


def _are_surely_english(words: Sequence[str]) -> bool:
    """Tell whether so many running words are English that the others need no look: true of most English sentences."""
    running = list(filter(str.islower, words))
    enough = len(running) >= max(_SURE_WORDS, _RUNNING_SHARE * len(words))
    return enough and sum(map(english_words()[0].__contains__, running)) >= _ENGLISH_SHARE * len(words)


def _best(hits: Mapping[str, Hits]) -> str:
    return max(hits, key=lambda language: hits[language].own)


def _is_sure(hits: Mapping[str, Hits]) -> bool:
    first, *others = sorted((one.own for one in hits.values()), reverse=True)
    return hits[_best(hits)].all >= _SURE_HITS and (not others or first >= _SURE_LEAD * others[0])


def _says_something(words: Sequence[str]) -> bool:
    """Tell whether there is more than a list of names: enough words with a small letter first, or in capitals."""
    return sum(word[0].islower() or (word.isupper() and len(word) > 1) for word in words) >= _FEWEST_WORDS


def _without_particles(words: Sequence[str]) -> list[str]:
    """Return words without those inside names: ``Ana de los Santos`` is no Spanish sentence."""
    if PARTICLES.isdisjoint(words):
        return list(words)
    kept, held = list[str](), list[str]()
    after_name = False
    for word in words:
        if after_name and word in PARTICLES:
            held.append(word)
            continue
        named = word[0].isupper()
        kept += [word] if named else [*held, word]
        after_name, held = named, []
    return kept + held


def _english_and_not(counted: Counter[str]) -> tuple[int, int]:
    """Return how many words are English and how many are not; what may be either, and single letters, count nowhere."""
    english, either = english_words()
    known = unknown = 0
    for word, count in counted.items():
        if word in english:
            known += count
        elif len(word) > 1 and word not in either:
            unknown += count
    return known, unknown
