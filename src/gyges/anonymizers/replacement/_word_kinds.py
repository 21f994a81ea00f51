"""What a single word is: an English one, a place, a people, a form of address; all of them are nobody's name."""

from functools import cache, lru_cache

from gyges.anonymizers._toml import read_toml
from gyges.reading import find_places
from gyges.reading.english import is_english_word
from gyges.reading.lookups import country, first_name, is_common_word, kin, title


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    packed = read_toml("gyges.anonymizers.replacement", "pools", "kept_words.toml")
    return {name: tuple(words.split()) for name, words in packed.items()}


@cache
def kept_words(which: str) -> frozenset[str]:
    """Return a list of ``kept_words.toml``, in lower case."""
    return frozenset(_lists()[which])


def saints() -> tuple[str, ...]:
    """Return saints whose names stand on many churches, schools and hospitals."""
    return _lists()["saints"]


_USUAL = 0.6  # weight from which a country is a first name, too: "Chad"


def is_word(word: str) -> bool:
    """Tell whether a word is an ordinary English one, whatever its case."""
    return is_english_word(word) or is_common_word(word)


@lru_cache(maxsize=8192)
def is_known_place(words: str) -> bool:
    """Tell whether words name a country, a region or a city that is known."""
    found = next(iter(find_places(f"in {words}")), None)
    return found is not None and found.text == words and found.kind in {"country", "region", "city"}


def is_people(word: str) -> bool:
    """Tell whether a word is one for the people of a country."""
    land = country(word)
    return land is not None and word in land.demonyms


def is_land(word: str) -> bool:
    """Tell whether a word is the name of a country and hardly anybody's first name."""
    land, stat = country(word), first_name(word)
    return land is not None and word in (land.name, *land.aliases) and (stat is None or stat.weight < _USUAL)


def is_form_of_address(key: str) -> bool:
    """Tell whether a word stands before names: "Mr", "Dr"."""
    known = title(key)
    return known is not None and first_name(key) is None and kin(key) is None and not known.position


def is_no_name(low: str) -> bool:
    """Tell whether a word in small letters is listed as nobody's name."""
    return is_form_of_address(low) or any(low in kept_words(name) for name in ("honorifics", "no_names", "no_places"))
