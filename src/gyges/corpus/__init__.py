"""Documents in and out: files, folders, memory, the bundled corpus and the public datasets by name."""

from gyges.corpus._datasets._fetch import fetch_dataset
from gyges.corpus._datasets._load import bundled_corpus, load_dataset, local_files
from gyges.corpus._datasets._registry import Dataset, PublishedFile, SourceRow, dataset, datasets
from gyges.corpus._files import LOOKS_KEPT, laid_out_release
from gyges.corpus._files._layout import TextChange
from gyges.corpus._ids import ids_by_column, without_documents
from gyges.corpus._json import rows_of_jsonl
from gyges.corpus._kept import ItemsInOrder, KeyTable, Shelf, Spool, ValuesInOrder
from gyges.corpus._known import BackgroundKnowledge, read_known
from gyges.corpus._places import Place, StoreUrl, local_folder, place_of
from gyges.corpus._read import SkippedRows, Source, read_documents, read_releases
from gyges.corpus._row import Format
from gyges.corpus._rows import files_left_out, is_file_name
from gyges.corpus._schema import document_row, release_row, spia_entity_row, spia_people_row
from gyges.corpus._stats import CorpusStats, corpus_stats
from gyges.corpus._tables import DataFrame
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
    "BackgroundKnowledge",
    "CorpusStats",
    "DataFrame",
    "Dataset",
    "Format",
    "Place",
    "SkippedRows",
    "Source",
    "StoreUrl",
    "bundled_corpus",
    "corpus_stats",
    "dataset",
    "datasets",
    "load_dataset",
    "read_documents",
    "read_known",
    "read_releases",
    "write_documents",
    "write_releases",
]
