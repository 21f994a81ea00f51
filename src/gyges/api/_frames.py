"""Tables as data frames, by the library the user has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from gyges.errors import MissingExtraError

_PANDAS_TYPES = {str: "object", float: "float64", int: "Int64", bool: "boolean"}
"""Types that know an empty cell, so that a missing figure is never a number."""


@dataclass(frozen=True, slots=True)
class Columns:
    """A table: the type of each column by its name, and the rows."""

    types: Mapping[str, type]
    rows: Sequence[tuple[object, ...]]

    def to_pandas(self) -> Any:
        """Return it as a frame of pandas."""
        frame = _library("pandas").DataFrame(list(self.rows), columns=list(self.types), dtype="object")
        return frame.astype({name: _PANDAS_TYPES[type_] for name, type_ in self.types.items()})

    def to_polars(self) -> Any:
        """Return it as a frame of polars."""
        return _library("polars").DataFrame(list(self.rows), schema=dict(self.types), orient="row")


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise MissingExtraError(name, f"a data frame of {name}") from error
