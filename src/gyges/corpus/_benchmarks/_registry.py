"""What benchmarks there are: a data file beside this module, and what users add by entry point."""

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

__all__ = ["Benchmark", "Holds", "PublishedFile", "RowShape", "SourceRow", "benchmark", "benchmarks"]

ENTRY_POINTS = "gyges.benchmarks"


class Holds(StrEnum):
    """What a file of a benchmark is for."""

    DOCUMENTS = "documents"
    MENTIONS = "mentions"


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A row of a published file, and where it stood.

    Attributes:
        place: File and line, for messages.
        data: The columns as they came.
        number: Position in its file, from 1.
        split: The part of the benchmark its file holds; empty where there is only one.
        benchmark: The name of the benchmark.
    """

    place: str
    data: Mapping[str, object]
    number: int
    split: str
    benchmark: str


RowShape: TypeAlias = Callable[[SourceRow], Mapping[str, object]]
"""Turns a published row into one of our own keys (id, text, subjects, mentions, meta)."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """One published file.

    Attributes:
        name: What it is called on this machine.
        url: Where it is published; empty where only the page of the benchmark is known.
        holds: Documents, or mentions that are merged into the documents by id.
        split: The part of the benchmark it holds.
        optional: Whether the benchmark can be read without it.
        sha256: Checksum of the published file; empty where it is not known.
    """

    name: str
    url: str
    holds: Holds = Holds.DOCUMENTS
    split: str = ""
    optional: bool = False
    sha256: str = ""

    def __post_init__(self) -> None:
        if not self.name or PurePosixPath(self.name).name != self.name:
            raise ConfigError(f"'{self.name}' is not the name of a file", "leave folders out of it")


@dataclass(frozen=True, slots=True)
class Benchmark:
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


def benchmarks() -> tuple[Benchmark, ...]:
    """Return all benchmarks, those that ship first.

    Example:
        >>> "spia-tab" in [known.name for known in benchmarks()]
        True
    """
    return (*_shipped().values(), *(_loaded(point) for point in _added().values()))


def benchmark(name: str) -> Benchmark:
    """Return one benchmark by its name.

    Example:
        >>> benchmark("tab").documents
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
    raise UnknownNameError(f"there is no benchmark '{name}'", remedy)


@cache
def _shipped() -> dict[str, Benchmark]:
    source = files(__package__) / "registry.toml"
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    return {name: _from_table(name, table) for name, table in tables.items()}


def _from_table(name: str, table: dict[str, Any]) -> Benchmark:
    listed = tuple(
        PublishedFile(**{**file, "holds": Holds(file.get("holds", Holds.DOCUMENTS))}) for file in table["files"]
    )
    return Benchmark(name=name, **{**table, "files": listed})


def _added() -> dict[str, EntryPoint]:
    points = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    taken = sorted(points.keys() & _shipped().keys())
    if taken:
        raise ConfigError(
            f"the plug-in {points[taken[0]].value} calls its benchmark '{taken[0]}', which ships with Gyges",
            "rename it or uninstall the plug-in",
        )
    return points


def _loaded(point: EntryPoint) -> Benchmark:
    try:
        found = point.load()
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"the benchmark '{point.name}' cannot be loaded from {point.value} ({error})",
            "repair or uninstall the plug-in",
        ) from error
    if not isinstance(found, Benchmark) or found.name != point.name:
        raise ConfigError(f"{point.value} is not a Benchmark named '{point.name}'", "repair or uninstall the plug-in")
    return found
