"""Published results, as data: they stand beside yours, and are no measurements of yours."""

import csv
import io
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["LINK_SOURCE", "PublishedResult", "PublishedSource", "is_count", "published_results", "published_sources"]

LINK_SOURCE = "xin"
"""The paper whose figures are those of linkage."""

_KEY = ("source", "table", "dataset", "method", "model", "attacker")


@dataclass(frozen=True, slots=True)
class PublishedSource:
    """A paper: its citation, and what to know before comparing with it."""

    title: str
    note: str


@dataclass(frozen=True, slots=True)
class PublishedResult:
    """One row of a published table.

    Attributes:
        source: The paper, a key of `published_sources`.
        table: The table in it.
        dataset: The data set, by our name where it is one of ours.
        method: The method, by the name of the paper.
        model: The model that rewrote; empty for none.
        attacker: Who attacked.
        figures: The numbers by name; shares are of 1, numbers of things are called ``n_`` and what they count.
    """

    source: str
    table: str
    dataset: str
    method: str
    model: str
    attacker: str
    figures: Mapping[str, float]

    @property
    def label(self) -> str:
        """Method and model."""
        return f"{self.method} · {self.model}" if self.model else self.method


@cache
def published_sources() -> Mapping[str, PublishedSource]:
    """Return the papers the numbers are from."""
    text = (_folder() / "sources.toml").read_text(encoding="utf-8")
    return {name: PublishedSource(**row) for name, row in tomllib.loads(text).items()}


def published_results(*, dataset: str | None = None, source: str | None = None) -> tuple[PublishedResult, ...]:
    """Return published rows, all of them or those of one data set or paper.

    Example:
        >>> rows = published_results(dataset="spia-tab", source="spia")
        >>> rows[0].label, rows[0].figures["cpr"]
        ('Longformer', 0.33)
    """
    return tuple(r for r in _all() if dataset in (None, r.dataset) and source in (None, r.source))


def is_count(name: str) -> bool:
    """Whether a published figure is a number of things, or a mean of such numbers, and no share."""
    return name.startswith("n_")


@cache
def _all() -> tuple[PublishedResult, ...]:
    found: dict[tuple[str, ...], dict[str, float]] = {}
    for row in csv.DictReader(io.StringIO((_folder() / "results.csv").read_text(encoding="utf-8"))):
        key = tuple(row[name] for name in _KEY)
        found.setdefault(key, {})[row["figure"]] = float(row["value"])
    return tuple(
        PublishedResult(figures=figures, **dict(zip(_KEY, key, strict=True))) for key, figures in found.items()
    )


def _folder() -> Traversable:
    return files("gyges.reports.benchmark") / "published"
