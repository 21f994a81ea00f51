"""What leaves the house: texts under neutral ids, in an order that tells nothing. See docs/design/giveaways.md."""

import hashlib
import hmac
import json
import random
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gyges._secret import Secret
from gyges.corpus import KeyTable, Shelf, atomic_file, read_releases
from gyges.errors import RunError
from gyges.records import Release

PUBLIC = "public"
"""The folder inside a run folder that holds what may be published, and nothing else."""

PUBLIC_TEXTS = f"{PUBLIC}/public.jsonl"
"""The released texts, from the run folder."""

IDS = "ids.jsonl"
"""The map from the ids of originals to public ones, in the public order; it stays with the originals."""

WAY_BACK = (
    "name the run folder that made them (runs/anonymize) or make them with --keep-ids; "
    "texts made elsewhere need the ids of their documents"
)
"""What to do about released texts of which nobody knows whose they are."""

_DIGITS = 4  # of a number, or more where there are more documents
_FILE = ".txt"  # of a text in a folder
_HEX = 16  # digits of a keyed id: 64 bits, so that a million of them do not collide
_REDRAW = "put it back as it was, or delete it and public/ to draw new ids"
_AS_JSON = json.JSONEncoder(ensure_ascii=False)
_PURPOSE = b"gyges public id\0"  # the same key may serve pseudonyms


@dataclass(frozen=True, slots=True)
class IdRule:
    """How released texts are called."""

    keep: bool = False  # whether they keep the ids of their originals
    key: bytes | None = None  # A secret; ids are then hashes with it, the same in every release

    @property
    def mark(self) -> str:
        """What tells one rule from another without telling the key; empty for numbers."""
        if self.keep:
            return "kept"
        return "" if self.key is None else f"keyed {Secret(self.key).check}"


@dataclass(frozen=True, slots=True)
class PublicRow:
    """One text as it may be published."""

    id: str
    text: str


def public_ids(folder: Path, ids: Iterable[str], rule: IdRule | None = None) -> Mapping[str, str]:
    """Return the public ids by the ids of originals, in the public order."""
    chosen = rule or IdRule()
    wanted: Shelf[Any] = ids if isinstance(ids, Shelf) else Shelf((id_, None) for id_ in ids)
    place = folder / IDS
    old = _read(place)
    if chosen.key is not None and not chosen.keep:
        made = _sorted(wanted, chosen.key)
    elif len(old) == len(wanted) and all(id_ in wanted for id_ in old) and _are_of(old.values(), wanted, chosen):
        return old
    else:
        made = _drawn(wanted, keep=chosen.keep)
    _write(place, ({"id": id_, "public": public} for id_, public in made.items()))
    return made


def public_rows(releases: Iterable[Release], ids: Mapping[str, str]) -> list[PublicRow]:
    """Return what may be published of releases, in the public order; documents without a release are left out.

    A trace tells what was there before, so it must not leave with the texts.
    """
    return list(_rows(_texts(releases), ids))


def write_public(releases: Iterable[Release], folder: Path, rule: IdRule | None = None) -> Path:
    """Write ``public/public.jsonl`` of a run folder, and the private map of its ids; return the file."""
    texts = _texts(releases)
    ids = public_ids(folder, texts, rule)
    _write(folder / PUBLIC_TEXTS, ({"id": row.id, "text": row.text} for row in _rows(texts, ids)))
    return folder / PUBLIC_TEXTS


def _texts(releases: Iterable[Release]) -> Mapping[str, str | None]:
    """Return released texts without their traces, which are longer; None where there is no release."""
    return Shelf((release.id, None if "failed" in release.trace else release.text) for release in releases)


def _rows(texts: Mapping[str, str | None], ids: Mapping[str, str]) -> Iterator[PublicRow]:
    for id_, public in ids.items():
        text = texts.get(id_)
        if text is not None:
            yield PublicRow(public, text)


def original_ids(file: Path) -> Mapping[str, str]:
    """Return the ids of originals by public ones, for a file in ``public/`` of a run folder; none for any other."""
    if file.parent.name != PUBLIC:
        return {}
    return Shelf((public, id_) for id_, public in _read(file.parent.parent / IDS).items())


def original_ids_in_run(folder: Path, released: Mapping[str, Release]) -> Mapping[str, str]:
    """Return the ids of originals by those of released texts, if the run in a folder published all of these; else none.

    A text counts as published by the run if it is the same under the same id, or in a file that is called by that id; a
    single one also if the run published no other. Where a text stands tells nothing.
    """
    if not (folder / IDS).is_file() or not (folder / PUBLIC_TEXTS).is_file():
        return {}
    originals = {public: id_ for id_, public in _read(folder / IDS).items()}
    published = Shelf((row.id, row.text) for row in read_releases(folder / PUBLIC_TEXTS) if row.id in originals)
    found: dict[str, str] = {}
    for id_, release in released.items():
        named = id_ if id_ in published else id_.removesuffix(_FILE)
        if named not in published and len(released) == len(published) == 1:
            named = next(iter(published))
        if published.get(named) != release.text:
            return {}
        found[id_] = originals[named]
    return found if len({*found.values()}) == len(found) else {}


def _drawn(ids: Shelf[Any], *, keep: bool) -> Shelf[str]:
    """Return the ids in an order that nobody can know, each with its number."""
    order = array("L", range(len(ids)))
    random.SystemRandom().shuffle(order)
    names = (ids.name(number) for number in order)
    return Shelf((name, name if keep else _number(place, len(ids))) for place, name in enumerate(names, start=1))


def _sorted(ids: Shelf[Any], key: bytes) -> Shelf[str]:
    """Return the ids with their hashes, in the order of these."""
    import numpy as np

    hashes = np.fromiter((int(_keyed(id_, key)[2:], 16) for id_ in ids), dtype=np.uint64, count=len(ids))
    names = (ids.name(int(number)) for number in np.argsort(hashes, kind="stable"))
    return Shelf((name, _keyed(name, key)) for name in names)


def _are_of(public: Iterable[str], ids: Mapping[str, Any], rule: IdRule) -> bool:
    """Whether ids that differ from each other are those that a rule gives."""
    if rule.keep:
        return all(one in ids for one in public)
    return all(one[2:].isdecimal() and one == _number(int(one[2:]), len(ids)) for one in public)


def _number(place: int, count: int) -> str:
    return f"d-{place:0{max(_DIGITS, len(str(count)))}d}"


def _keyed(id_: str, key: bytes) -> str:
    words = _PURPOSE + id_.encode("utf-8", "surrogatepass")
    return f"d-{hmac.new(key, words, hashlib.sha256).hexdigest()[:_HEX]}"


def _read(path: Path) -> Shelf[str]:
    """Return the map of an earlier run; an empty one where there is none."""
    found: Shelf[str] = Shelf()
    known = KeyTable()
    rows = 0
    try:
        for line in filter(None, path.read_bytes().split(b"\n")):
            row = json.loads(line.decode("utf-8", errors="surrogatepass"))
            found.add(str(row["id"]), str(row["public"]))
            known[str(row["public"])] = rows
            rows += 1
    except FileNotFoundError:
        return found
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise RunError(f"{path}, which says which text is which, cannot be read ({error})", _REDRAW) from error
    if len(known) != rows:
        raise RunError(f"{path} gives two texts one id", _REDRAW)
    return found


def _write(path: Path, rows: Iterable[Mapping[str, str]]) -> None:
    with atomic_file(path, force=True, private=True) as stream:
        for row in rows:
            stream.write(f"{_AS_JSON.encode(row)}\n".encode("utf-8", "surrogatepass"))
