"""What anonymizing hands to Python code: releases, failures, and tables for further work."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gyges.api._frames import Columns
from gyges.errors import ReleaseError
from gyges.reports import release_cell
from gyges.runs import Anonymized

if TYPE_CHECKING:
    import pandas
    import polars


class AnonymizeResult(Anonymized):
    """A corpus after a method; a notebook shows it as table and plot.

    What it shows by itself, `repr` and the view of a notebook, holds no text and no id.
    """

    __slots__ = ()

    @property
    def texts(self) -> Mapping[str, str]:
        """The released texts by document id; a document that failed is not among them."""
        return {id_: release.text for id_, release in self.releases.items() if id_ not in self.failures}

    def only(self, id: str) -> str:
        """Return the released text of one document.

        Raises:
            ReleaseError: It has none, and why.
        """
        if id in self.failures:
            why, _, remedy = self.failures[id].rpartition("; ")  # an error of ours says both
            raise ReleaseError(f"the text has no release: {why or remedy}", remedy if why else "try another method")
        return self.releases[id].text

    def to_pandas(self) -> "pandas.DataFrame":
        """Return one row for each document as a frame of pandas; a failed one has a reason and no text.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return self._columns().to_pandas()

    def to_polars(self) -> "polars.DataFrame":
        """Return the same as a frame of polars."""
        frame: polars.DataFrame = self._columns().to_polars()
        return frame

    def _columns(self) -> Columns:
        texts = self.texts
        rows = [(id_, texts.get(id_), self.method, self.failures.get(id_)) for id_ in self.releases]
        return Columns(dict.fromkeys(("id", "text", "method", "failed"), str), rows)

    def __repr__(self) -> str:
        return (
            f"<AnonymizeResult: method {self.method}, {len(self.texts):,} of {len(self.releases):,} documents "
            f"released, {len(self.failures):,} failed>"
        )

    def _repr_html_(self) -> str:
        return release_cell(self.method, self.releases.values())
