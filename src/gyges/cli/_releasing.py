"""``-o``: the released texts as a file or a folder of one's own, beside the run folder."""

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from gyges.cli._saying import one_line, tell
from gyges.corpus import (
    LOOKS_KEPT,
    Place,
    StoreUrl,
    TextChange,
    atomic_file,
    laid_out_release,
    require_free,
    write_texts,
)
from gyges.errors import ConfigError, InputError, MissingExtraError, OutputExistsError
from gyges.reading import ENGLISH, is_read
from gyges.records import Document, JsonValue, Release, apply_edits, edits_from_json
from gyges.reports import held_lines, standing_sentence
from gyges.runs import PublicRow

_TABLES = (".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".pq")
_STREAM = "-"
_NEUTRAL = re.compile(r"d-[0-9a-f]{4,}\.txt")  # a text under a neutral id
_USE = "use .jsonl, .csv, .tsv, .parquet, .txt, .docx, .html or a folder"


@dataclass(frozen=True, slots=True)
class Target:
    """Where released texts go."""

    path: Place  # the file or folder
    source: Place  # what the originals were read from
    encoding: str | None = None  # the encoding that was named for them

    def check(self, documents: Sequence[Document], *, keep_ids: bool, force: bool) -> None:
        """Refuse before the work what could not be written after it."""
        suffix = self.path.suffix.lower()
        if str(self.path) == _STREAM:
            return
        self._check_apart()
        if self._folder is not None:
            own = _own_names((document.id for document in documents), keep_ids=keep_ids)
            _check_folder(self._folder, own, force=force)
            return
        if suffix in LOOKS_KEPT:
            self._check_same_kind(suffix, len(documents))
        elif suffix in (".txt", ".md"):
            if len(documents) != 1:
                raise ConfigError(
                    f"{self.path} holds one text, and there are {len(documents):,}", "name a folder or a .jsonl"
                )
        elif suffix not in _TABLES:
            raise ConfigError(f"{self.path} cannot be written", _USE)
        if suffix in (".parquet", ".pq") and find_spec("pyarrow") is None:
            raise MissingExtraError("data", "writing Parquet")
        require_free(self.path, force=force)

    def write(
        self,
        rows: Sequence[PublicRow],
        originals: Mapping[str, Document],
        releases: Mapping[str, Release],
        *,
        keep_ids: bool,
        force: bool,
    ) -> Sequence[Place]:
        """Write the texts, say in a line what was written and how texts are called, and return which files that is."""
        suffix = self.path.suffix.lower()
        written: Sequence[Place] = [self.path]
        if str(self.path) == _STREAM:
            write_texts(((row.id, row.text) for row in rows), self.path)
            return ()
        if self._folder is not None:
            written = _write_folder(self._folder, rows, _own_names(originals, keep_ids=keep_ids), force=force)
        elif suffix in _TABLES:
            write_texts(((row.id, row.text) for row in rows), self.path, force=force)
        elif not rows:
            return ()  # the one text failed, which is said
        else:
            ((id_, document),) = originals.items()
            content = self._laid_out(document, releases[id_]) if suffix in LOOKS_KEPT else rows[0].text.encode("utf-8")
            with atomic_file(self.path, force=force) as stream:
                stream.write(content)
            tell(f"wrote {self.path}")
            return written
        called = "the ids of the originals" if keep_ids else "neutral ids (--keep-ids keeps those of the originals)"
        tell(f"wrote {len(rows):,} texts to {self.path}, under {called}")
        return written

    @property
    def _folder(self) -> Path | None:
        """The folder that texts go to, one a file; None if they go to a file."""
        if isinstance(self.path, StoreUrl):
            return None
        return self.path if self.path.is_dir() or not self.path.suffix else None

    def _check_apart(self) -> None:
        """Refuse a place among the originals, where they would be overwritten or releases be read as originals."""
        if isinstance(self.path, StoreUrl) or isinstance(self.source, StoreUrl):
            apart = str(self.path) != str(self.source)
        elif str(self.source) == _STREAM or not self.source.exists():
            apart = True
        else:
            origin, place = self.source.resolve(), self.path.resolve()
            within = place == origin or origin in place.parents
            apart = not within and (self._folder is None or place not in origin.parents)
        if not apart:
            raise ConfigError(f"{self.path} and the originals in {self.source} overlap", "name a place apart from them")

    def _check_same_kind(self, suffix: str, count: int) -> None:
        if LOOKS_KEPT.get(self.source.suffix.lower()) != LOOKS_KEPT[suffix] or not _is_file(self.source):
            raise ConfigError(
                f"a {suffix} keeps the looks of its original, and {self.source} is no {suffix} file",
                "use -o FILE.txt" if count == 1 else "use -o FOLDER or -o FILE.jsonl",
            )

    def _laid_out(self, document: Document, release: Release) -> bytes:
        if isinstance(self.source, StoreUrl):  # was refused before the work
            raise ConfigError(f"the looks of {self.source} are not here", "use -o FILE.txt")
        made = laid_out_release(self.source, document.text, release.text, _changes(document, release), self.encoding)
        said = f"gyges: not in {self.path}: {', '.join(made.removed)}" if made.removed else ""
        if made.flattened:
            lost = f"{made.flattened:,} lines were written anew and lost the formats inside them"
            said = f"{said}; {lost}" if said else f"gyges: {lost}"
        if said:
            sys.stderr.write(one_line(said) + "\n")
        return made.content


def _is_file(place: Place) -> bool:
    return isinstance(place, Path) and place.is_file()


def _check_folder(folder: Path, own: Set[str], *, force: bool) -> None:
    """Refuse a folder that cannot be made, or that would hold more than this release."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise OutputExistsError(f"{there} is there and no folder", "name another folder")
    found = list(_files(folder))
    if found and not force:
        raise OutputExistsError(f"{folder} holds files already", "name another folder or pass --force")
    other = [name for name in found if not _is_released(name, own)]
    if other:
        raise OutputExistsError(
            f"{folder} holds {other[0]}, which this release does not write", "name another folder, or move it"
        )


def _files(folder: Path) -> Iterator[str]:
    """Yield the files of the folder, from it; hidden ones are no texts."""
    for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
        name = file.relative_to(folder)
        if not file.is_dir() and not any(part.startswith(".") for part in name.parts):
            yield name.as_posix()


def _write_folder(folder: Path, rows: Sequence[PublicRow], own: Set[str], *, force: bool) -> Sequence[Path]:
    names = file_names(row.id for row in rows)
    for name in list(_files(folder)) if force else ():
        if _is_released(name, own):  # a text of an earlier release; what came during the work stays
            (folder / name).unlink()
    written: list[Path] = []
    try:
        for name, row in zip(names, rows, strict=True):
            with atomic_file(folder / name, force=force) as stream:
                stream.write(row.text.encode("utf-8"))
            written.append(folder / name)
    except InputError:
        for path in written:  # or the same command would find them in its way
            path.unlink(missing_ok=True)
        raise
    return written


def _changes(document: Document, release: Release) -> list[TextChange] | None:
    """Return the spans that were replaced if they are all that happened to the text."""
    if "edits" not in release.trace:
        return None
    edits = edits_from_json(release.trace["edits"])
    if apply_edits(document.text, edits) != release.text:
        return None
    return [TextChange(edit.start, edit.end, edit.text) for edit in edits]


def _own_names(ids: Iterable[str], *, keep_ids: bool) -> frozenset[str]:
    """Return the names that the texts of a release may have by the ids of their originals."""
    return frozenset(file_names(ids)) if keep_ids else frozenset()


def _is_released(name: str, own: Set[str]) -> bool:
    """Tell whether a file is called as a released text is."""
    return name in own or _NEUTRAL.fullmatch(name) is not None


_SUFFIXES = (".txt", ".md")
_SIGNS = frozenset(" ._-@+()")
_MOST_BYTES = 200
"""Of one part of a name: file systems take 255, and a file under way has a few more than its name."""
_MOST_IN_ALL = 1000
"""Of a name with its folders: systems take paths of 1,024 and more."""
_SHOWN = 60
_NAMES_USE = "write a .jsonl, or leave out --keep-ids"
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))))
"""What Windows takes for a device, with any suffix."""


def file_name(id_: str) -> str:
    """Return a name inside the folder, whatever an id says: it never leads out of it, and is never a device."""
    composed = unicodedata.normalize("NFC", id_)  # an accent that stands apart is no letter
    parts = [part for part in PurePosixPath(composed.replace("\\", "/")).parts if part not in ("/", "//", "..", ".")]
    safe = ["".join(sign if sign.isalnum() or sign in _SIGNS else "_" for sign in part) for part in parts]
    name = "/".join([_plain(part) for part in safe] or ["_"])
    return name if PurePosixPath(name).suffix.lower() in _SUFFIXES else f"{name}.txt"


def _plain(part: str) -> str:
    """Return a part that is not hidden, has no end that Windows drops, and is no device."""
    part = part.lstrip(".").rstrip(". ") or "_"
    return f"_{part}" if part.partition(".")[0].strip().lower() in _DEVICES else part


def file_names(ids: Iterable[str]) -> list[str]:
    """Return the names for the texts of a folder, in order."""
    taken: dict[str, str] = {}
    folders: dict[str, str] = {}
    names = []
    for id_ in ids:
        name = file_name(id_)
        too_long = any(len(part.encode()) > _MOST_BYTES for part in name.split("/"))
        if too_long or len(name.encode()) > _MOST_IN_ALL:
            raise InputError(f"the id {_shown(id_)} is too long for the name of a file", _NAMES_USE)
        alike = _alike(name)
        above = {str(folder) for folder in PurePosixPath(alike).parents} - {"."}
        other = taken.get(alike) or folders.get(alike) or next((taken[one] for one in above if one in taken), None)
        if other is not None:
            raise InputError(f"the texts {_shown(other)} and {_shown(id_)} would have one file name", _NAMES_USE)
        taken[alike] = id_ or " "
        folders.update(dict.fromkeys(above, id_ or " "))
        names.append(name)
    return names


def _alike(name: str) -> str:
    """Return a name as file systems compare it that do not tell small letters from capitals, or accents from signs."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _shown(id_: str) -> str:
    return f"'{id_}'" if len(id_) <= _SHOWN else f"'{id_[:_SHOWN]}...' ({len(id_):,} characters)"


_NAMED = 100  # documents whose words are kept to be named; more than anybody is told


@dataclass(slots=True)
class ReleaseCount:
    """Counts of releases."""

    releases: int = 0  # all, those that failed too
    edits: int = 0  # spans that were replaced
    masks: bool = False  # whether one of them has spans that were replaced, or could have; a rewrite has none
    residual: int = 0  # direct identifiers that still stand, each once for a release
    with_residual: int = 0  # releases in which one does
    held: int = 0  # releases to hold back: in which one stands, or which could not be checked
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what stands, by document; of the first only
    failed: dict[str, str] = field(default_factory=dict)  # why there is no release, by document
    unread: dict[str, str] = field(default_factory=dict)
    languages: Counter[str] = field(default_factory=Counter)  # texts by language

    def counted(self, releases: Iterable[Release]) -> Iterator[Release]:
        """Yield releases and count them."""
        for release in releases:
            self._add(release)
            yield release

    def _add(self, release: Release) -> None:
        trace = release.trace
        edits = trace.get("edits")
        words = tuple(dict.fromkeys(_words(trace.get("residual"))))
        self.releases += 1
        self.edits += len(edits) if isinstance(edits, list) else 0
        self.masks |= "edits" in trace
        self.residual += len(words)
        self.with_residual += bool(words)
        self.held += bool(words) or "unread" in trace
        if words and len(self.words) < _NAMED:
            self.words[release.id] = words
        self.languages[str(trace.get("language") or ENGLISH)] += 1
        for name, table in (("failed", self.failed), ("unread", self.unread)):
            if name in trace:
                table[release.id] = str(trace[name])

    def standing(self, *, show_text: bool) -> tuple[str, ...]:
        """Return what stands and what could not be checked: a sentence, and a line for each document to hold back."""
        sentence = standing_sentence(self.residual, self.with_residual, len(self.unread), self.held, self.releases)
        return (sentence, *(held_lines(self.words, self.unread, self.held) if show_text else ()))

    def warn(self) -> None:
        """Say when the embedded engine was given what it was not made for."""
        for language, count in self.languages.items():
            if not is_read(language):
                sys.stderr.write(
                    f"gyges: {count} of {self.releases} texts look like {language}, "
                    "which the embedded engine does not read: it misses more\n"
                )


def _words(rows: JsonValue) -> Iterator[str]:
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, Mapping):
            yield str(row.get("words", ""))
