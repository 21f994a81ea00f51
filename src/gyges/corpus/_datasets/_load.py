"""Reading a dataset: finds its files, turns rows into documents, merges mentions; and the bundled corpus."""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path

from gyges._home import data_home
from gyges.corpus._datasets._fetch import address, find_file
from gyges.corpus._datasets._loaders import SHAPES
from gyges.corpus._datasets._registry import Dataset, Holds, PublishedFile, RowShape, SourceRow, dataset
from gyges.corpus._read import SkippedRows, distinct, read_documents
from gyges.corpus._row import LONGEST_TEXT, FileTerms, Row
from gyges.corpus._rows import rows_from_file
from gyges.corpus._shapes import to_document
from gyges.errors import BadRowError, ConfigError, DatasetUnavailableError, InputError
from gyges.records import Document

_log = logging.getLogger("gyges.corpus")


def bundled_corpus() -> tuple[Document, ...]:
    """Return the bundled documents, sorted by id.

    `meta` holds ``genre``, ``kind``, ``country``, ``date``, ``split`` (``dev`` or ``test``) and ``language``.

    Example:
        >>> sorted({document.meta["split"] for document in bundled_corpus()})
        ['dev', 'test']
    """
    source = files("gyges.corpus").joinpath("bundled", "documents.jsonl")
    if not source.is_file():
        raise DatasetUnavailableError("the bundled corpus is not where it was installed", "install Gyges again")
    with as_file(source) as path:
        return tuple(read_documents(path))


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A file on this machine and its part in the dataset."""

    path: Path
    holds: Holds = Holds.DOCUMENTS
    split: str = ""


def load_dataset(
    name: str, path: str | Path | None = None, *, skipped: SkippedRows | None = None, max_text: int | None = None
) -> Iterator[Document]:
    """Read a dataset, one document at a time.

    Args:
        name: A name from `datasets`.
        path: A file, which is read whatever its name, or a folder that holds the files under their own names.
            Without it the files are looked for in the data folder; nothing is ever fetched unasked.
        skipped: Where to count bad rows; without it the first bad row is an error.
        max_text: Characters of one text at most, 5,000,000 if not given; a longer one is a bad row.

    Returns:
        The documents, in the order of the files.

    Raises:
        DatasetUnavailableError: The files are not on this machine.
    """
    wanted = dataset(name)
    files = _given(wanted, Path(path)) if path is not None else _at_home(wanted)
    return _documents(wanted, files, skipped, max_text or LONGEST_TEXT)


def local_files(wanted: Dataset, folder: Path) -> dict[PublishedFile, Path | None]:
    """Return where each file of a dataset lies in a folder."""
    return {file: find_file(folder, file) for file in wanted.files}


def _at_home(wanted: Dataset) -> tuple[LocalFile, ...]:
    folder = data_home() / wanted.name
    if any(path is None and not file.optional for file, path in local_files(wanted, folder).items()):
        raise DatasetUnavailableError(
            f"the dataset '{wanted.name}' is not on this machine", f"run: gyges datasets get {wanted.name}"
        )
    for file, path in local_files(wanted, folder).items():
        if path is None:
            _log.warning("%s of the dataset %s is not here; its %s are missing", file.name, wanted.name, file.holds)
    return _in_folder(wanted, folder)


def _given(wanted: Dataset, path: Path) -> tuple[LocalFile, ...]:
    if path.is_dir():
        return _in_folder(wanted, path)
    if not path.is_file():
        raise InputError(f"there is no file or folder {path}", "check the path")
    named = next((file for file in wanted.files if Path(file.name).stem == path.name.split(".")[0]), None)
    beside = local_files(wanted, path.parent).items()
    mentions = tuple(
        LocalFile(found, file.holds)
        for file, found in beside
        if file.holds is Holds.MENTIONS and found is not None and found != path
    )
    return (LocalFile(path, split=named.split if named else ""), *mentions)


def _in_folder(wanted: Dataset, folder: Path) -> tuple[LocalFile, ...]:
    found = local_files(wanted, folder)
    missing = [file for file, path in found.items() if path is None and not file.optional]
    if missing:
        wanting = " and ".join(address(wanted, file) for file in missing)
        raise DatasetUnavailableError(
            f"{folder} does not hold {', '.join(file.name for file in missing)} of the dataset '{wanted.name}'",
            f"download {wanting} into it, or name one file instead of a folder",
        )
    return tuple(LocalFile(path, file.holds, file.split) for file, path in found.items() if path is not None)


def _documents(
    wanted: Dataset, files: Iterable[LocalFile], skipped: SkippedRows | None, longest: int
) -> Iterator[Document]:
    before = len(skipped.documents) if skipped is not None else 0
    spans = {
        document.id: document
        for file in files
        if file.holds is Holds.MENTIONS
        for document in read_documents(file.path, skipped=skipped, max_text=longest)
    }
    if skipped is not None:
        del skipped.documents[before:]  # rows of mentions: their documents are in another file
    rows = _rows(wanted, (file for file in files if file.holds is Holds.DOCUMENTS), longest)
    yield from distinct(rows, lambda row: _with_mentions(to_document(row), spans, row.place), None, skipped, longest)


def _rows(wanted: Dataset, files: Iterable[LocalFile], longest: int) -> Iterator[Row | BadRowError]:
    shape = _shape(wanted)
    for file in files:
        for number, row in enumerate(rows_from_file(file.path, FileTerms(longest=longest)), start=1):
            if isinstance(row, BadRowError):
                yield row
                continue
            try:
                yield Row(row.place, shape(SourceRow(row.place, row.data, number, file.split, wanted.name)))
            except BadRowError as error:
                yield error


def _shape(wanted: Dataset) -> RowShape:
    if not isinstance(wanted.shape, str):
        return wanted.shape
    if wanted.shape not in SHAPES:
        raise ConfigError(
            f"the dataset '{wanted.name}' has the unknown shape '{wanted.shape}'",
            f"use a function or one of {', '.join(SHAPES)}",
        )
    return SHAPES[wanted.shape]


def _with_mentions(document: Document, spans: dict[str, Document], place: str) -> Document:
    """Add the mentions of the same document; its own annotations and meta data win."""
    found = spans.get(document.id)
    if found is None or document.mentions is not None:
        return document
    if found.text != document.text:
        raise BadRowError(
            f"{place}: the mentions of '{document.id}' are about another text",
            "use the file of mentions that was published with these texts",
        )
    return replace(document, mentions=found.mentions, meta={**found.meta, **document.meta})
