"""Tables that ship with the package: first names, surnames, common words, countries.

They are made by the scripts in ``tools/tables`` and lie beside this module, compressed; each is read on first use.
"""

import lzma
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from threading import Lock
from typing import Generic, TypeVar

__all__ = [
    "Country",
    "NameStat",
    "Phrases",
    "common_words",
    "countries",
    "country",
    "digits_of",
    "first_name",
    "fold",
    "indexes_of",
    "is_common_word",
    "is_surname",
    "keys_of",
    "name_origin",
    "read_rows",
    "read_table",
    "word_list",
    "word_set",
    "words_of",
]

Entry = TypeVar("Entry")

_LETTERS = str.maketrans({
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ə": "a",
    "ŋ": "n", "ɓ": "b", "ɗ": "d", "ƙ": "k",
    "’": "'", "ʼ": "'", "ʻ": "'", "‘": "'", "´": "'", "`": "'", "‐": "-", "‑": "-",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class NameStat:
    """What is known about a first name.

    Attributes:
        p_female: Share of women among its bearers, 0-1.
        weight: How common it is, 0-1 on a logarithmic scale.
        ambiguous: Whether it is also an ordinary English word (Will, Mark, Grace).
    """

    p_female: float
    weight: float
    ambiguous: bool


@dataclass(frozen=True, slots=True)
class Country:
    """A country.

    Attributes:
        name: The name by SPIA's convention, such as ``Republic of Korea``.
        iso2: Two letters, upper case.
        aliases: Other names, such as ``South Korea``, also in its own languages.
        demonyms: Adjectives and nouns for its people, such as ``Portuguese``.
        languages: English names of its languages, the main one first.
        calling_code: Telephone prefix with its plus, such as ``+351``; empty if it has none.
        tlds: Internet domains with their dot, such as ``.pt``.
        currency: ISO code of its money, then words that point to this country only.
    """

    name: str
    iso2: str
    aliases: tuple[str, ...]
    demonyms: tuple[str, ...]
    languages: tuple[str, ...]
    calling_code: str
    tlds: tuple[str, ...]
    currency: tuple[str, ...]


def fold(text: str) -> str:
    """Return a text without case and accents, with one form of apostrophes and hyphens, for look-ups and comparisons.

    Letters that Unicode does not take apart become those they are written with elsewhere.

    Example:
        >>> fold("İbrahim"), fold("Zoë"), fold("Łódź")
        ('ibrahim', 'zoe', 'lodz')
    """
    if text.isascii():
        return text.lower().replace("`", "'")
    parts = unicodedata.normalize("NFKD", text.translate(_LETTERS))  # which takes "´" apart, so signs come first
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold().translate(_LETTERS)


def read_table(name: str) -> str:
    """Return the text of a table that ships."""
    data = (files("gyges.reading") / "tables" / name).read_bytes()
    return (lzma.decompress(data) if name.endswith(".xz") else data).decode("utf-8")


def read_rows(name: str) -> list[list[str]]:
    """Return the rows of a tab-separated table, without comments and empty lines."""
    return [row.split("\t") for row in read_table(name).splitlines() if row and not row.startswith("#")]


@cache
def _word_sets() -> dict[str, list[str]]:
    rows = (row[1:].partition("] ") for row in read_table("word_sets.txt").splitlines() if row.startswith("["))
    return {name: words.split() for name, _, words in rows}


def word_set(name: str) -> frozenset[str]:
    """Return one of the short lists of words in ``word_sets.txt``."""
    return frozenset(_word_sets()[name])


def word_list(name: str) -> list[str]:
    """Return one of the short lists of words in ``word_sets.txt``, in order."""
    return list(_word_sets()[name])


_GAP = 2
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W_]+(?:['’\-‐‑][^\W_]+)*")


@lru_cache(maxsize=8)
def words_of(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return start, end and folded form of every word; inner hyphens and apostrophes belong to it."""
    words: list[tuple[int, int, str]] = []
    add, find, end = words.append, text.find, 0
    for word in _WORD.findall(text):  # no letter or digit stands between two words, so each is found where it stands
        start = find(word, end)
        end = start + len(word)
        add((start, end, word.lower() if word.isascii() else fold(word)))
    return tuple(words)


@lru_cache(maxsize=8)
def digits_of(text: str) -> tuple[tuple[int, int], ...]:
    """Return start and end of every run of digits."""
    return tuple([match.span() for match in _DIGITS.finditer(text)])


@lru_cache(maxsize=8)
def keys_of(text: str) -> frozenset[str]:
    """Return the folded words of a text, to see at once whether one of a few stands in it."""
    return frozenset(_places_of(text))


@lru_cache(maxsize=8)
def _places_of(text: str) -> dict[str, list[int]]:
    """Return the indexes of every folded word of a text."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for index, (_, _, key) in enumerate(words_of(text)):
        found[key].append(index)
    return dict(found)


def indexes_of(text: str, wanted: Callable[[str], object]) -> list[int]:
    """Return the indexes of the words that are wanted, in order.

    What a word is wanted for is asked once and remembered for all texts, so `wanted` must depend on the word alone.
    """
    place = _place_of(wanted)
    return _found(text, len(_WANTED))[place]


_WANTED: list[Callable[[str], object]] = []
_PLACES: dict[tuple[int, str], int] = {}
_KNOWN: dict[int, dict[str, tuple[int, ...]]] = {}
_REGISTER = Lock()
_MOST_KNOWN, _LONGEST_KNOWN = 100_000, 40


def _place_of(wanted: Callable[[str], object]) -> int:
    """Return the number of a question about words; the list of questions keeps it alive, and so its identity."""
    key = (id(getattr(wanted, "__self__", wanted)), wanted.__name__)
    place = _PLACES.get(key)
    if place is None:
        with _REGISTER:
            place = _PLACES.get(key)
            if place is None:
                place = len(_WANTED)
                _WANTED.append(wanted)
                _KNOWN.clear()
                _PLACES[key] = place
    return place


@lru_cache(maxsize=8)
def _found(text: str, count: int) -> tuple[list[int], ...]:
    """Return for each of the first questions the indexes of the words wanted; each distinct word is asked for once."""
    found: tuple[list[int], ...] = tuple([] for _ in range(count))
    known = _KNOWN.setdefault(count, {})
    if len(known) > _MOST_KNOWN:
        known.clear()
    for key, indexes in _places_of(text).items():
        answers = known.get(key)
        if answers is None:
            answers = tuple([place for place in range(count) if _WANTED[place](key)])
            if len(key) <= _LONGEST_KNOWN:
                known[key] = answers
        for place in answers:
            found[place].extend(indexes)
    for indexes in found:
        indexes.sort()
    return found


class Phrases(Generic[Entry]):
    """Phrases to look up in a text, longest first, by their folded words."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = dict(entries)
        self._longer: dict[str, dict[str, list[int]]] = {}  # by first and second word: how many words, most first
        for phrase in self._entries:
            first, *rest = phrase.split(" ")
            seconds = self._longer.setdefault(first, {})
            if rest and len(rest) + 1 not in (counts := seconds.setdefault(rest[0], [])):
                counts.append(len(rest) + 1)
                counts.sort(reverse=True)

    def __contains__(self, phrase: str) -> bool:
        return phrase in self._entries

    def find(self, text: str) -> Iterator[tuple[int, int, Entry]]:
        """Yield index of the first word, number of words, and entry of every phrase, without overlap."""
        words = words_of(text)
        longer, entries, last = self._longer, self._entries, len(words) - 1
        free = 0
        for index in indexes_of(text, longer.__contains__):
            if index < free:
                continue
            key = words[index][2]
            for count in longer[key].get(words[index + 1][2], ()) if index < last else ():
                part = words[index : index + count]
                phrase = " ".join([word[2] for word in part])
                if len(part) == count and phrase in entries and _close(part):
                    yield index, count, entries[phrase]
                    free = index + count
                    break
            else:
                if key in entries:
                    yield index, 1, entries[key]
                    free = index + 1


def _close(words: Sequence[tuple[int, int, str]]) -> bool:
    return all(after[0] - before[1] <= _GAP for before, after in pairwise(words))


@cache
def _first_names() -> dict[str, str]:
    return dict(row.split("\t", 1) for row in read_table("first_names.tsv.xz").splitlines())


@cache
def _surnames() -> dict[str, str]:
    return dict(row.split("\t", 1) for row in read_table("surnames.tsv.xz").splitlines())


@cache
def common_words() -> frozenset[str]:
    """Return the frequent English words, folded."""
    return frozenset(read_table("words.txt.xz").split("\n"))


@lru_cache(maxsize=8192)
def first_name(word: str) -> NameStat | None:
    """Return what is known of a word as a first name, None if it is none.

    Case and accents do not matter; of a double name such as ``Jean-Luc`` the first part counts.
    """
    key = fold(word)
    row = _first_names().get(key) or (_first_names().get(key.partition("-")[0]) if "-" in key else None)
    if row is None:
        return None
    women, weight, ambiguous, _ = row.split("\t")
    return NameStat(int(women) / 100, int(weight) / 100, ambiguous == "a")


_SURNAME_ENDINGS = {
    "AM": "ian yan", "AZ": "zade", "BG": "", "CY": "ides", "CZ": "ova", "DE": "mann berger stein", "DK": "gaard",
    "FI": "nen", "GE": "shvili adze idze", "GR": "opoulos opoulou idis akis oglou iadis",
    "IS": "dottir", "LT": "auskas auskiene aitis avicius evicius", "LV": "ins", "MK": "ovski evski",
    "NL": "stra sma", "PL": "wski wska cki cka icz czyk ewicz", "RO": "escu eanu", "RS": "ovic evic",
    "RU": "ovich evich skiy skaya", "SE": "sson qvist strom gren lund", "TR": "oglu", "UA": "enko chuk", "XK": "aj",
}  # fmt: skip
_BY_ENDING = {ending: iso for iso, endings in _SURNAME_ENDINGS.items() for ending in endings.split()}
_ENDINGS = tuple(_BY_ENDING)
_MIN_STEM = 3


def _ending(key: str) -> str | None:
    if key.endswith(_ENDINGS):
        for size in range(8, 1, -1):
            if key[-size:] in _BY_ENDING and len(key) >= size + _MIN_STEM:
                return key[-size:]
    return None


@lru_cache(maxsize=8192)
def is_surname(word: str) -> bool:
    """Tell whether a word is a known surname, or ends like one (``-ović``, ``-enko``, ``-sson``)."""
    key = fold(word)
    if key in _surnames():
        return True
    if "-" in key:
        return any(part in _surnames() for part in key.split("-") if len(part) > _MIN_STEM)
    if key.startswith(("mc", "o'")) and len(key) > _MIN_STEM + 1:
        return True
    return key not in common_words() and _ending(key) is not None


def name_origin(word: str) -> tuple[str, ...]:
    """Return the countries (two letters) whose people typically bear a first name or surname; empty if many or unknown.

    Example:
        >>> name_origin("Fujikawa"), name_origin("Gráinne"), name_origin("John")
        (('JP',), ('IE',), ())
    """
    key = fold(word)
    row = _surnames().get(key)
    if not row:
        row = _first_names().get(key, "\t\t\t").split("\t")[3]
    if not row:
        ending = _ending(key)
        row = _BY_ENDING[ending] if ending and key not in common_words() else ""
    return tuple(row.split(",")) if row else ()


def is_common_word(word: str) -> bool:
    """Tell whether a word is a frequent English word, whatever its case."""
    return fold(word) in common_words()


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in cell.split(";") if part))


@cache
def countries() -> tuple[Country, ...]:
    """Return all countries, by name."""
    rows = (
        Country(name, iso, _parts(aliases), _parts(demonyms), _parts(languages), phone, _parts(tlds), _parts(money))
        for iso, name, aliases, demonyms, languages, phone, tlds, money in read_rows("countries.tsv")
    )
    return tuple(sorted(rows, key=lambda country: fold(country.name)))


@cache
def _country_index() -> dict[str, Country]:
    index: dict[str, Country] = {}
    for land in countries():
        index.setdefault(land.iso2, land)
        for name in (land.name, *land.aliases):
            index.setdefault(name if name.isupper() else fold(name), land)
    for land in countries():
        for demonym in land.demonyms:
            index.setdefault(fold(demonym), land)
    return index


def country(name: str) -> Country | None:
    """Return a country by its name, another name, a demonym, or its two letters in capitals.

    Example:
        >>> country("Turkey").name, country("Portuguese").name, country("KR").name
        ('Türkiye', 'Portugal', 'Republic of Korea')
    """
    wanted = name.strip()
    index = _country_index()
    found = index.get(fold(wanted)) or index.get(wanted)
    if found is None and fold(wanted).startswith("the "):
        found = index.get(fold(wanted)[4:])
    return found
