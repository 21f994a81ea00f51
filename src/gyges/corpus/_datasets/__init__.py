"""The public datasets by name: what they are, where they come from, and how their rows become documents.

A dataset of your own is a `Dataset` named in the entry-point group ``gyges.datasets``; its `shape` may be a
function that turns a `SourceRow` into a row of Gyges' own keys.
"""

from gyges.corpus._datasets._fetch import fetch_dataset
from gyges.corpus._datasets._load import load_dataset, local_files
from gyges.corpus._datasets._registry import Dataset, PublishedFile, SourceRow, dataset, datasets

__all__ = [
    "Dataset",
    "PublishedFile",
    "SourceRow",
    "dataset",
    "datasets",
    "fetch_dataset",
    "load_dataset",
    "local_files",
]
