"""Countries, their names and their people."""

from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_rows

__all__ = ["Country", "countries", "country"]


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
