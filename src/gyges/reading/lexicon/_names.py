"""Tables by look-up: first names and surnames, titles and words for kin, countries."""

from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import common_words, read_pairs, read_rows, vocabulary, word_list, words


@dataclass(frozen=True, slots=True)
class Title:
    """What stands before a name and what it says about its bearer; empty where it says nothing."""

    word: str
    sex: str
    occupation: str
    position: str
    education: str
    relationship: str
    country: str


@dataclass(frozen=True, slots=True)
class Kin:
    """A word for somebody by their tie to another person."""

    word: str  # as written, lower case
    sex: str  # male, Female or empty
    group: str  # the kind of tie; ends in ``s`` or is ``children`` for plurals
    singular: str  # the role of one such person
    ties: str  # the RELATIONSHIP value it implies, for spouses and partners of both

    @property
    def plural(self) -> bool:
        """Whether the word speaks of several people."""
        return self.group in {"children", "siblings", "grandchildren", "relatives", "knowns"}


@cache
def titles() -> dict[str, Title]:
    """Return all titles by their word."""
    return {row[0]: Title(*row) for row in read_rows("titles.tsv")}


@cache
def kin_words() -> dict[str, Kin]:
    """Return all words for kin and acquaintances."""
    return {row[0]: Kin(*row) for row in read_rows("kin.tsv")}


@lru_cache(maxsize=8192)
def title(word: str) -> Title | None:
    """Return the title a word is, whatever its case and dot."""
    return titles().get(word.lower().rstrip("."))


@lru_cache(maxsize=8192)
def kin(word: str) -> Kin | None:
    """Return the kin word a word is, whatever its case."""
    return kin_words().get(word.lower())


@dataclass(frozen=True, slots=True)
class Country:
    """A country."""

    name: str  # the name by SPIA's convention, such as ``Republic of Korea``
    iso2: str  # two letters, upper case
    aliases: tuple[str, ...]  # other names, such as ``South Korea``, also in its own languages
    demonyms: tuple[str, ...]  # adjectives and nouns for its people, such as ``Portuguese``
    languages: tuple[str, ...]  # english names of its languages, the main one first
    calling_code: str  # telephone prefix with its plus, such as ``+351``; empty if it has none
    tlds: tuple[str, ...]  # internet domains with their dot, such as ``.pt``
    currency: tuple[str, ...]  # ISO code of its money, then words that point to this country only


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


@lru_cache(maxsize=8192)
def country(name: str) -> Country | None:
    """Return a country by its name, another name, a demonym, or its two letters in capitals."""
    wanted = name.strip()
    index = _country_index()
    found = index.get(fold(wanted)) or index.get(wanted)
    if found is None and fold(wanted).startswith("the "):
        found = index.get(fold(wanted)[4:])
    return found


_MIN_STEM = 3


@dataclass(frozen=True, slots=True)
class NameStat:
    """What is known about a first name."""

    p_female: float  # share of women among its bearers, 0-1
    weight: float  # how common it is, 0-1 on a logarithmic scale
    ambiguous: bool  # whether it is also an ordinary English word (Will, Mark, Grace)


@cache
def _first_names() -> dict[str, str]:
    return read_pairs("first_names.tsv.xz")


@cache
def _surnames() -> dict[str, str]:
    return read_pairs("surnames.tsv.xz")


@cache
def _endings() -> dict[str, str]:
    """Endings of surnames, each with the country it is typical of."""
    return {ending: iso for iso, endings in read_rows("surname_endings.tsv") for ending in endings.split(";")}


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


def _ending(key: str) -> str | None:
    known = _endings()
    return next(
        (key[-size:] for size in range(8, 1, -1) if key[-size:] in known and len(key) >= size + _MIN_STEM), None
    )


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
    """Return the countries (two letters) where a name is typical; empty if many or unknown."""
    key = fold(word)
    row = _surnames().get(key)
    if not row:
        row = _first_names().get(key, "\t\t\t").split("\t")[3]
    if not row:
        ending = _ending(key)
        row = _endings()[ending] if ending and key not in common_words() else ""
    return tuple(row.split(",")) if row else ()


_SHORTEST_STEM = 3
_USUAL = 0.3  # weight of a first name from which on it is no word put together of others


def bare(key: str) -> str:
    """Return a folded word without its possessive ending."""
    return key[:-2] if key.endswith("'s") else key.rstrip("'")


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
    return _derived(key) or any(
        key.startswith(front)
        and len(key) > len(front) + _SHORTEST_STEM
        and (key[len(front) :] in vocabulary() or _derived(key[len(front) :]))
        for front in word_list("derived.fronts")
    )


def _derived(key: str) -> bool:
    return any(key.endswith(end) and key[: -len(end)] + put in vocabulary() for end, put in _word_endings())


@cache
def _word_endings() -> tuple[tuple[str, str], ...]:
    """Return what ends a word made of another one, with what the other one has in its place."""
    return tuple((end, put) for end, put in read_rows("word_endings.tsv"))
