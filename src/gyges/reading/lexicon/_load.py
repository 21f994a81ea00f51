"""The one loader of the tables that ship, TSV for rows, TOML for everything else; lists of words; English words.

They lie in ``tables``; most are made by the scripts in ``tools/tables``. Each is read on first use.
"""

import gzip
import lzma
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from gyges.reading.lexicon._fold import fold

_WORD_LISTS = ("people", "finders", "mentions", "rules")
_UNPACK = {".xz": lzma.decompress, ".gz": gzip.decompress}


def _read(name: str) -> str:
    table = files("gyges.reading") / "tables" / name
    unpack = _UNPACK.get(name[-3:], bytes)
    return unpack(table.read_bytes()).decode("utf-8")


def read_rows(name: str) -> list[list[str]]:
    """Return the rows of a tab-separated table, without comments and empty lines."""
    return [row.split("\t") for row in read_column(name)]


def read_column(name: str) -> list[str]:
    """Return the rows of a table of one column."""
    return [row for row in _read(name).splitlines() if row and row[0] != "#"]


def read_pairs(name: str) -> dict[str, str]:
    """Return the first cell of every row of a large table with the others as they are, which spares cutting them.

    No list of all rows is made: so many lists at once keep the garbage collector busy.
    """
    return dict(row.split("\t", 1) for row in _read(name).splitlines())


@cache
def read_toml(name: str) -> dict[str, Any]:
    """Return a table in TOML; nobody may change it."""
    return tomllib.loads(_read(name))


@cache
def word_list(name: str) -> tuple[str, ...]:
    """Return one of the lists of words and phrases in ``tables/words``, in order."""
    return _word_lists()[name]


@cache
def words(name: str) -> frozenset[str]:
    """Return one of the lists of words and phrases in ``tables/words``."""
    return frozenset(word_list(name))


def either(name: str) -> str:
    """Return one of the lists of words and phrases as a group of a pattern, which tries them in order."""
    return f"(?:{'|'.join(map(re.escape, word_list(name)))})"


@cache
def phrases(*names: str) -> dict[str, str]:
    """Return the phrases of some lists, each with the name of its list."""
    return {" ".join(phrase.replace(".", " ").split()): name for name in names for phrase in word_list(name)}


@cache
def _word_lists() -> dict[str, tuple[str, ...]]:
    return {name: listed for table in _WORD_LISTS for name, listed in _flat(read_toml(f"words/{table}.toml"))}


def _flat(table: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the lists of a table; one in a section is called ``section.name``."""
    for name, content in table.items():
        if isinstance(content, dict):
            yield from ((f"{name}.{inner}", tuple(listed)) for inner, listed in content.items())
        else:
            yield name, tuple(content)


_NO_WORD = frozenset(("",))  # what stands beyond the ends of a text is no strange word either


@cache
def common_words() -> frozenset[str]:
    """Return the frequent English words, folded."""
    return frozenset(read_column("words.tsv.xz")) | _NO_WORD


@cache
def vocabulary() -> frozenset[str]:
    """Return the English words that are written small."""
    return frozenset(read_column("vocabulary.tsv.xz")) | common_words()


@lru_cache(maxsize=8192)
def is_common_word(word: str) -> bool:
    """Tell whether a word is a frequent English word, whatever its case."""
    return fold(word) in common_words()
