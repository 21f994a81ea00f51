"""Tables that ship with the package: first names, surnames, common words, countries.

They are made by the scripts in ``tools/tables`` and lie beside this module, compressed; each is read on first use.
"""

import lzma
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

__all__ = [
    "Country",
    "NameStat",
    "common_words",
    "countries",
    "country",
    "first_name",
    "fold",
    "is_common_word",
    "is_surname",
    "name_origin",
    "read_rows",
    "read_table",
    "word_list",
    "word_set",
]

_LETTERS = str.maketrans({
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ə": "a",
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
    """Return a text in lower case without accents, for look-ups.

    Example:
        >>> fold("İbrahim"), fold("Zoë"), fold("Łódź")
        ('ibrahim', 'zoe', 'lodz')
    """
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


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
