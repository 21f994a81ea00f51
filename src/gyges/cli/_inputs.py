"""Reading what the user named: originals, releases, datasets by name."""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gyges.cli._notes import Notes
from gyges.cli._options import FormatName
from gyges.cli._output import report_empty, report_left_out, report_skipped
from gyges.cli._volume import tell
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
from gyges.errors import ConfigError, InputError
from gyges.records import Document, Release
from gyges.runs import PUBLIC_TEXTS, original_ids

BUNDLED = "bundled"
_RELEASES, _PUBLIC, _CLAIM = "releases.jsonl", Path(PUBLIC_TEXTS).name, "claim.json"


def source_or_stream(source: str | None) -> str:
    """Return what was named, or standard input where something is piped or sent into it.

    Raises:
        ConfigError: Nothing was named, and somebody sits at the keyboard.
    """
    if source is not None:
        return source
    if sys.stdin.isatty():
        raise ConfigError("no documents were named", "name a file, a folder, 'bundled' or a dataset, or use < FILE")
    return "-"


@dataclass(frozen=True, slots=True)
class ReadFlags:
    """How the user wants files to be read."""

    text_field: str | None = None
    id_field: str | None = None
    skip_bad: bool = False
    format: FormatName | None = None
    encoding: str | None = None
    delimiter: str | None = None
    max_text: int | None = None

    def documents(self, source: str | None, path: Path | None = None, split: str | None = None) -> Sequence[Document]:
        """Read a file, a URL, a folder, standard input, the bundled corpus or a dataset; many are kept on disk."""
        source = source_or_stream(source)
        skipped = SkippedRows() if self.skip_bad else None
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
        if skipped is not None:
            report_skipped(skipped)
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
            format=None if self.format is None else self.format.value,
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
        if skipped is not None:
            report_skipped(skipped)
        known = len(methods) == 1 and methods != {"unknown"}
        return (methods.pop() if known else path.stem), found

    def all_releases(self, paths: Sequence[Place]) -> dict[str, Mapping[str, Release]]:
        """Read several files of releases; those with the same name are told apart by their paths, never dropped."""
        named: dict[str, Mapping[str, Release]] = {}
        read = [(path, *self.releases(path)) for path in paths]
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
    """Return the file of releases in a run folder, or what was named if it is none.

    Raises:
        InputError: The run made no releases.
    """
    found = next((path / name for name in (_RELEASES, _PUBLIC) if (path / name).is_file()), path)
    if found == path and (path / _CLAIM).is_file():
        raise InputError(
            f"the run folder {path} holds no releases",
            "if 'gyges anonymize' was stopped in it, run the same command again to its end; else name another",
        )
    return found


def _folder_name(place: Place) -> str:
    return place.folder_name if isinstance(place, StoreUrl) else place.resolve().parent.name
