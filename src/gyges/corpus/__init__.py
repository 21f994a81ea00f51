"""Documents in and out: files, folders, memory, the bundled corpus and the public datasets by name."""

from gyges.corpus._bundled import bundled_corpus
from gyges.corpus._datasets import (
    Dataset,
    PublishedFile,
    SourceRow,
    dataset,
    datasets,
    fetch_dataset,
    load_dataset,
    local_files,
)
from gyges.corpus._files import LOOKS_KEPT, LaidOut, TextChange, laid_out_release
from gyges.corpus._ids import ids_by_column
from gyges.corpus._known import BackgroundKnowledge, read_known
from gyges.corpus._overlap import without_documents
from gyges.corpus._places import Place, StoreUrl, local_folder, place_of
from gyges.corpus._read import SkippedRows, Source, read_documents, read_releases
from gyges.corpus._row import Format, Note
from gyges.corpus._rows import files_left_out, is_file_name, rows_of_jsonl
from gyges.corpus._schema import document_row, release_row
from gyges.corpus._shelf import ItemsInOrder, KeyTable, Shelf, ValuesInOrder
from gyges.corpus._spia import spia_entity_row, spia_people_row
from gyges.corpus._spool import Spool
from gyges.corpus._stats import CorpusStats, corpus_stats
from gyges.corpus._write import (
    atomic_file,
    require_free,
    take_back,
    write_documents,
    write_releases,
    write_texts,
    write_together,
)

__all__ = [
    "LOOKS_KEPT",
    "BackgroundKnowledge",
    "CorpusStats",
    "Dataset",
    "Format",
    "ItemsInOrder",
    "KeyTable",
    "LaidOut",
    "Note",
    "Place",
    "PublishedFile",
    "Shelf",
    "SkippedRows",
    "Source",
    "SourceRow",
    "Spool",
    "StoreUrl",
    "TextChange",
    "ValuesInOrder",
    "atomic_file",
    "bundled_corpus",
    "corpus_stats",
    "dataset",
    "datasets",
    "document_row",
    "fetch_dataset",
    "files_left_out",
    "ids_by_column",
    "is_file_name",
    "laid_out_release",
    "load_dataset",
    "local_files",
    "local_folder",
    "place_of",
    "read_documents",
    "read_known",
    "read_releases",
    "release_row",
    "require_free",
    "rows_of_jsonl",
    "spia_entity_row",
    "spia_people_row",
    "take_back",
    "without_documents",
    "write_documents",
    "write_releases",
    "write_texts",
    "write_together",
]
