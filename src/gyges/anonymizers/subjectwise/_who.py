"""Who is who in a rewrite: by what its writer called people first, then by all evidence."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from gyges.reading.lookups import fold
from gyges.records import Document, Release, Subject
from gyges.scoring import Alignment, who_is_who

_ARTICLES = frozenset(("a", "an", "the", "my", "our", "der", "die", "das", "el", "la"))


def who_by_names(
    document: Document,
    truth: tuple[Subject, ...],
    release: Release,
    found: tuple[Subject, ...],
    called: Mapping[str, str],
) -> Alignment:
    """Return who is who: those whose letter or part in a rewrite is known first, then the others by all evidence."""
    known: dict[str, str] = {}
    for same in (_is_same, _is_within):
        for id_, words in called.items():
            fits = [one.id for one in found if one.id not in known.values() and same(words, one)]
            others = [other for other, name in called.items() if other not in known and name == words]
            if id_ not in known and len(fits) == 1 and others == [id_]:
                known[id_] = fits[0]
    taken = set(known.values())
    rest = tuple(one for one in truth if one.id not in known)
    left = tuple(one for one in found if one.id not in taken)
    who = who_is_who(rest, left, document.text, release.text, release.trace)
    return replace(who, matches={**who.matches, **known})


def _names(person: Subject) -> Iterator[str]:
    yield from map(_plain_name, (*person.called, person.description.split(" - ")[0]))


def _is_same(words: str, person: Subject) -> bool:
    return bool(plain := _plain_name(words)) and plain in _names(person)


def _is_within(words: str, person: Subject) -> bool:
    plain = _plain_name(words)
    return bool(plain) and any(f" {plain} " in f" {name} " for name in _names(person))


def _plain_name(words: str) -> str:
    return " ".join(word for word in re.findall(r"\w+", fold(words)) if word not in _ARTICLES)
