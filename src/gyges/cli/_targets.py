"""``-o``: the released texts as a file or a folder of one's own, beside the run folder."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from gyges.anonymizers import apply_edits, edits_from_json
from gyges.cli._file_names import file_names
from gyges.cli._printable import one_line
from gyges.cli._volume import tell
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
from gyges.records import Document, Release
from gyges.runs import PublicRow

__all__ = ["Target", "refuse_file_as_folder"]

_TABLES = (".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".pq")
_STREAM = "-"
_NEUTRAL = re.compile(r"d-[0-9a-f]{4,}\.txt")  # a text under a neutral id
_USE = "use .jsonl, .csv, .tsv, .parquet, .txt, .docx, .html or a folder"
_KINDS = {
    **dict.fromkeys((*_TABLES, ".txt", ".md", ".docx", ".htm", ".pdf", ".eml", ".xlsx", ".gz"), "-o"),
    ".json": "--json",
    ".html": "",
}
"""Suffixes that no run folder has, and the flag for what they ask for."""


def refuse_file_as_folder(out: Path | None, verb: str) -> None:
    """Refuse a file as run folder, with the flag that makes such a file.

    Raises:
        ConfigError: The name asks for a file.
    """
    if out is None or out.is_dir() or out.suffix.lower() not in _KINDS:
        return
    flag = _KINDS[out.suffix.lower()]
    if flag == "-o" and verb != "anonymize":
        flag = "--json"
    use = f"for a file use {flag}" if flag else "the report is made inside it"
    raise ConfigError(f"--out names the run folder, and {out} looks like a file", f"name a folder; {use}")


@dataclass(frozen=True, slots=True)
class Target:
    """Where released texts go.

    Attributes:
        path: The file or folder.
        source: What the originals were read from.
        encoding: The encoding that was named for them.
    """

    path: Place
    source: Place
    encoding: str | None = None

    def check(self, documents: Sequence[Document], *, keep_ids: bool, force: bool) -> None:
        """Refuse before the work what could not be written after it.

        Raises:
            ConfigError: The suffix asks for something that cannot be made of these texts, or it is among the originals.
            OutputExistsError: It is there already, or something else is.
            InputError: Ids are to be kept that files cannot be called by.
        """
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
    """Return the names that the texts of a release may have by the ids of their originals.

    Raises:
        InputError: There is an id that no file can be called by, or there are two that one file would be called by.
    """
    return frozenset(file_names(ids)) if keep_ids else frozenset()


def _is_released(name: str, own: Set[str]) -> bool:
    """Tell whether a file is called as a released text is."""
    return name in own or _NEUTRAL.fullmatch(name) is not None
