"""Build the tables of ordinary words of other languages: any other word with a capital may be a name of something."""

import tomllib

from tools.tables import sources

_SHORTEST = 4  # of a German list that has many words nobody puts others before
_LONGEST = 9  # of a Spanish list, to keep it small: longer words open few sentences


def german_words() -> list[str]:
    """Return words of a list made for pass phrases, and those written by hand."""
    listed = (word for word in _listed("ger-long") if len(word) >= _SHORTEST)
    return sorted({word.lower() for word in (*listed, *_by_hand("german_words.txt"))})


def spanish_words() -> list[str]:
    """Return words of a list of the dictionary and those by hand, without what the endings of the language tell."""
    table = sources.TABLES / "languages" / "es" / "language.toml"
    names = tomllib.loads(table.read_text(encoding="utf-8"))["names"]
    endings = tuple(sources.fold(ending) for ending in names["noun_endings"])
    pairs = [pair.partition("=") for pair in names["inflections"]]
    forms = [(ending, wholes.split("|")) for ending, _, wholes in pairs]
    listed = [word for word in _listed("spa-mich") if len(word) <= _LONGEST]
    kept: set[str] = set()
    for word in sorted({sources.fold(word) for word in (*listed, *_by_hand("spanish_words.txt"))}, key=_order):
        stems = (word[: len(word) - len(ending)] for ending, _ in forms)
        told = any(
            word.endswith(ending) and len(stem) > 1 and any(stem + whole in kept for whole in wholes)
            for (ending, wholes), stem in zip(forms, stems, strict=True)
        )
        if not told and not word.endswith(endings):
            kept.add(word)
    return sorted(kept)


def _order(word: str) -> tuple[int, str]:
    return len(word), word


def _listed(name: str) -> list[str]:
    return (sources.package("xkcdpass") / "static" / name).read_text(encoding="utf-8", errors="replace").split()


def _by_hand(name: str) -> list[str]:
    lines = (sources.HAND / name).read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]
