"""Reading what the user named: originals, releases, datasets by name."""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import FormatName
from gyges.cli._output import report_empty, report_left_out, report_skipped
from gyges.cli._running import RUNS
from gyges.cli._saying import notice, tell
from gyges.corpus import (
    Place,
    Shelf,
    SkippedRows,
    Spool,
    StoreUrl,
    bundled_corpus,
    datasets,
    files_left_out,
    ids_by_column,
    load_dataset,
    place_of,
    read_documents,
    read_releases,
)
from gyges.errors import ConfigError, InputError, RunError
from gyges.records import Document, Release
from gyges.runs import IDS, PUBLIC_TEXTS, original_ids, original_ids_in_run


class Notes:
    """Gathers notes, so that 300 letters in one encoding are one line."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}

    def add(self, place: str, sentence: str) -> None:
        """Take a note about a file."""
        self._places.setdefault(sentence, []).append(place)

    def say(self) -> None:
        """Say all on standard error; these are warnings, as a wrong guess is a text that was not read."""
        for sentence, places in self._places.items():
            more = f" and {len(places) - 1:,} more" if len(places) > 1 else ""
            notice(f"{places[0]}{more}: {sentence}")


_FOLDERS = "anonymize*"
"""Where run folders of ``gyges anonymize`` are that nobody named."""


def under_own_ids(name: str, released: Mapping[str, Release], documents: Sequence[Document]) -> Mapping[str, Release]:
    """Return releases under the ids of their originals, if none has one and one run of ours published all of them.

    Nothing is guessed: each text must be what the run published under its id, and no two runs may disagree.
    """
    if not documents or not released or any(document.id in released for document in documents):
        return released
    own = {document.id for document in documents}
    known = {}
    for folder in sorted(RUNS.glob(_FOLDERS)):
        try:
            ids = original_ids_in_run(folder, released)
        except (InputError, RunError):  # damaged: it vouches for nothing
            continue
        if ids and own.issuperset(ids.values()):
            known[folder] = ids
    if not known or any(ids != next(iter(known.values())) for ids in known.values()):
        return released
    folder, ids = next(iter(known.items()))
    tell(f"{name}: {folder} published these texts, and {folder / IDS} says which original each was made of")
    return Shelf((ids[id_], replace(release, id=ids[id_])) for id_, release in released.items())


BUNDLED = "bundled"
_RELEASES, _PUBLIC, _CLAIM = "releases.jsonl", Path(PUBLIC_TEXTS).name, "claim.json"


def source_or_stream(source: str | None) -> str:
    """Return what was named, or standard input where something is piped or sent into it."""
    if source is not None:
        return source
    if sys.stdin.isatty():
        raise ConfigError("no documents were named", "name a file, a folder, 'bundled' or a dataset, or use < FILE")
    return "-"


@dataclass(frozen=True, slots=True)
class ReadFlags:
    """How the user wants files to be read."""

    text_field: Annotated[str | None, typer.Option("--text-field", help="Field or column with the text.")] = None
    id_field: Annotated[str | None, typer.Option("--id-field", help="Field or column with the id.")] = None
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Go on without rows that cannot be read; audits count them as failed.")
    ] = False
    format: Annotated[
        FormatName | None, typer.Option("--format", help="Format of the input, if its name does not tell.")
    ] = None
    encoding: Annotated[
        str | None,
        typer.Option("--encoding", metavar="NAME", help="Encoding of the input, such as cp1252, if not recognised."),
    ] = None
    delimiter: Annotated[
        str | None,
        typer.Option("--delimiter", metavar="SIGN", help="What stands between columns of a CSV, if not recognised."),
    ] = None
    max_text: Annotated[
        int | None,
        typer.Option("--max-text", metavar="N", min=1, help="Characters of one text at most (5,000,000)."),
    ] = None

    def documents(self, source: str | None, path: Path | None = None, split: str | None = None) -> Sequence[Document]:
        """Read a file, a URL, a folder, standard input, the bundled corpus or a dataset; many are kept on disk."""
        return self._documents(source, path, split, SkippedRows() if self.skip_bad else None)

    def all_documents(
        self, source: str | None, path: Path | None = None, split: str | None = None
    ) -> Sequence[Document]:
        """Read the same; rows that were skipped follow as documents that failed, for verbs that count documents."""
        skipped = SkippedRows() if self.skip_bad else None
        found = self._documents(source, path, split, skipped)
        return found if skipped is None or not skipped.count else Spool(chain(found, skipped.documents))

    def _documents(
        self, source: str | None, path: Path | None, split: str | None, skipped: SkippedRows | None
    ) -> Sequence[Document]:
        source = source_or_stream(source)
        notes = Notes()
        read = self._read(source, path, skipped, notes)
        empty = array("Q")
        wanted = (d for d in read if split is None or d.meta.get("split") == split)
        found: Sequence[Document] = Spool(_noting_empty(wanted, empty))
        if self.id_field is None:
            found, column = ids_by_column(found)
            if column is not None:
                tell(f"rows are called by the column '{column}'; if that is wrong, name another with --id-field")
        notes.say()
        report_skipped(skipped, len(found))
        report_empty(found, empty)
        return found

    def _read(self, source: str, path: Path | None, skipped: SkippedRows | None, notes: Notes) -> Iterable[Document]:
        if source == BUNDLED:
            return bundled_corpus()
        if path is not None or (source in {b.name for b in datasets()} and not Path(source).exists()):
            return load_dataset(source, path, skipped=skipped, max_text=self.max_text)
        place = place_of(source)
        if isinstance(place, Path) and place.is_dir():
            report_left_out(place, files_left_out(place))
        return self.open(source, skipped, notes)

    def open(self, source: str, skipped: SkippedRows | None, notes: Notes) -> Iterator[Document]:
        """Read the documents of a file, a URL, a folder or standard input one at a time."""
        return read_documents(
            source,
            text_field=self.text_field,
            id_field=self.id_field,
            format=self.format,
            encoding=self.encoding,
            delimiter=self.delimiter,
            skipped=skipped,
            note=notes.add,
            max_text=self.max_text,
        )

    def releases(self, path: Place) -> tuple[str, Mapping[str, Release]]:
        """Read releases, with a name: the method if it is one, else the name of the file.

        The folder of ``gyges anonymize`` or ``gyges synthesize`` stands for the releases in it, and what it may publish
        is read under the ids of the originals.
        """
        named, path = path, path if isinstance(path, StoreUrl) else _releases_in(path)
        skipped = SkippedRows() if self.skip_bad else None
        notes = Notes()
        mine = path != named  # written by a run: the flags are about the originals
        id_field, encoding = (None, None) if mine else (self.id_field, self.encoding)
        read = read_releases(
            path, id_field=id_field, encoding=encoding, skipped=skipped, note=notes.add, max_text=self.max_text
        )
        names = {} if isinstance(path, StoreUrl) else original_ids(path.absolute())
        found: Shelf[Release] = Shelf()
        methods: set[str] = set()
        for release in read:
            id_ = names.get(release.id, release.id)
            found.add(id_, release if id_ == release.id else replace(release, id=id_))
            methods.add(release.method)
        notes.say()
        known = len(methods) == 1 and methods != {"unknown"}
        method = methods.pop() if known else "unknown"
        report_skipped(skipped, len(found))
        for release in skipped.releases if skipped is not None else ():
            id_ = names.get(release.id, release.id)
            found.add(id_, replace(release, id=id_, method=method))
        return (method if known else path.stem), found

    def releases_of(self, documents: Sequence[Document], path: Place) -> tuple[str, Mapping[str, Release]]:
        """Read releases of documents, as `releases` does; neutral ids are resolved by the run that gave them."""
        name, found = self.releases(path)
        return name, under_own_ids(str(path), found, documents)

    def all_releases(
        self, paths: Sequence[Place], documents: Sequence[Document] = ()
    ) -> dict[str, Mapping[str, Release]]:
        """Read several files of releases; those with the same name are told apart by their paths, never dropped."""
        named: dict[str, Mapping[str, Release]] = {}
        read = [(path, *self.releases_of(documents, path)) for path in paths]
        shared = {name for name, count in Counter(name for _, name, _ in read).items() if count > 1}
        for path, name, found in read:
            plain = f"{_folder_name(path)}-{path.stem}" if name in shared else name
            again = sum(1 for other in named if other == plain or other.startswith(f"{plain} "))
            named[f"{plain} {again + 1}" if again else plain] = found
        return named


def _noting_empty(documents: Iterable[Document], empty: "array[int]") -> Iterator[Document]:
    """Yield documents, and note the places of those without text: another pass over very many takes minutes."""
    for place, document in enumerate(documents):
        if not document.text.strip():
            empty.append(place)
        yield document


def _releases_in(path: Path) -> Path:
    """Return the file of releases in a run folder, or what was named if it is none."""
    found = next((path / name for name in (_RELEASES, _PUBLIC) if (path / name).is_file()), path)
    if found == path and (path / _CLAIM).is_file():
        raise InputError(
            f"the run folder {path} holds no releases",
            "if 'gyges anonymize' was stopped in it, run the same command again to its end; else name another",
        )
    return found


def _folder_name(place: Place) -> str:
    return place.folder_name if isinstance(place, StoreUrl) else place.resolve().parent.name
