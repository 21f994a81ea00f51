"""What datasets there are: a data file beside this module, and what users add by entry point."""

import difflib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from gyges.errors import ConfigError, UnknownNameError

ENTRY_POINTS = "gyges.datasets"


class Holds(StrEnum):
    """What a file of a dataset is for."""

    DOCUMENTS = "documents"
    MENTIONS = "mentions"


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A row of a published file, and where it stood."""

    place: str  # file and line, for messages
    data: Mapping[str, object]  # the columns as they came
    number: int  # position in its file, from 1
    split: str  # the part of the dataset its file holds; empty where there is only one
    dataset: str  # the name of the dataset


RowShape: TypeAlias = Callable[[SourceRow], Mapping[str, object]]
"""Turns a published row into one of our own keys (id, text, subjects, mentions, meta)."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """One published file."""

    name: str  # what it is called on this machine
    url: str  # where it is published; empty where only the page of the dataset is known
    holds: Holds = Holds.DOCUMENTS  # documents, or mentions that are merged into the documents by id
    split: str = ""  # the part of the dataset it holds
    optional: bool = False  # whether the dataset can be read without it
    sha256: str = ""  # checksum of the published file; empty where it is not known

    def __post_init__(self) -> None:
        if not self.name or PurePosixPath(self.name).name != self.name:
            raise ConfigError(f"'{self.name}' is not the name of a file", "leave folders out of it")


@dataclass(frozen=True, slots=True)
class Dataset:
    """A public data set and its terms.

    Attributes:
        name: The name used on the command line.
        title: What it is, in a few words.
        shape: The name of a built-in row shape, or a function of your own.
        truth: What was annotated.
        page: Where people read about it.
        licence: Its licence.
        citation: Whom to cite.
        redistribution: Whether it may be passed on.
        files: Its files, in reading order.
        documents: How many documents were published; None where that is not known.
        checked: Whether the addresses were tried.
        note: What a user has to know besides.
    """

    name: str
    title: str
    shape: str | RowShape
    truth: str
    page: str
    licence: str
    citation: str
    redistribution: str
    files: tuple[PublishedFile, ...]
    documents: int | None = None
    checked: bool = False
    note: str = ""


def datasets() -> tuple[Dataset, ...]:
    """Return all datasets, those that ship first.

    Example:
        >>> "spia-tab" in [known.name for known in datasets()]
        True
    """
    return (*_shipped().values(), *(_loaded(point) for point in _added().values()))


def dataset(name: str) -> Dataset:
    """Return one dataset by its name.

    Example:
        >>> dataset("tab").documents
        1268
    """
    shipped, added = _shipped(), _added()
    if name in shipped:
        return shipped[name]
    if name in added:
        return _loaded(added[name])
    names = [*shipped, *added]
    near = difflib.get_close_matches(name.lower(), names, n=3)
    remedy = f"did you mean {' or '.join(near)}?" if near else f"use one of {', '.join(names)}"
    raise UnknownNameError(f"there is no dataset '{name}'", remedy)


@cache
def _shipped() -> dict[str, Dataset]:
    source = files(__package__) / "registry.toml"
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    return {name: _from_table(name, table) for name, table in tables.items()}


def _from_table(name: str, table: dict[str, Any]) -> Dataset:
    listed = tuple(
        PublishedFile(**{**file, "holds": Holds(file.get("holds", Holds.DOCUMENTS))}) for file in table["files"]
    )
    return Dataset(name=name, **{**table, "files": listed})


def _added() -> dict[str, EntryPoint]:
    points = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    taken = sorted(points.keys() & _shipped().keys())
    if taken:
        raise ConfigError(
            f"the plug-in {points[taken[0]].value} calls its dataset '{taken[0]}', which ships with Gyges",
            "rename it or uninstall the plug-in",
        )
    return points


def _loaded(point: EntryPoint) -> Dataset:
    try:
        found = point.load()
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"the dataset '{point.name}' cannot be loaded from {point.value} ({error})",
            "repair or uninstall the plug-in",
        ) from error
    if not isinstance(found, Dataset) or found.name != point.name:
        raise ConfigError(f"{point.value} is not a Dataset named '{point.name}'", "repair or uninstall the plug-in")
    return found
