"""What an audit hands to Python code: figures that show themselves, and tables for further work."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from gyges.api._frames import Columns
from gyges.errors import UnknownNameError
from gyges.reports import AuditView, audit_cell, rate_words
from gyges.runs import Audit
from gyges.scoring import Results, SubjectResult

if TYPE_CHECKING:
    import pandas
    import polars

AuditTable: TypeAlias = Literal["facts", "people", "figures"]
_RATE = ("value", "low", "high", "numerator", "denominator")


class AuditResult(Audit):
    """One release of a corpus, audited; a notebook shows it as table, plot and people.

    What it shows by itself, `repr` and the view of a notebook, holds no text, no value and no id: notebooks and logs
    get around. `results`, `scored`, `texts` and the tables hold all of it.
    """

    __slots__ = ()

    def to_pandas(self, table: AuditTable = "facts") -> "pandas.DataFrame":
        """Return a table as a frame of pandas.

        Args:
            table: ``facts``, one row for each true fact; ``people``, one for each person; ``figures``, one for each
                metric with its interval. `protected` counts what could not be scored as leaked, `score` is
                empty there.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return self._columns(table).to_pandas()

    def to_polars(self, table: AuditTable = "facts") -> "polars.DataFrame":
        """Return a table as a frame of polars; arguments and errors as for `to_pandas`."""
        frame: polars.DataFrame = self._columns(table).to_polars()
        return frame

    def _columns(self, table: AuditTable) -> Columns:
        makers = {"facts": _facts, "people": _people, "figures": _figures}
        if table not in makers:
            raise UnknownNameError(f"an audit has no table '{table}'", f"use one of {', '.join(makers)}")
        return makers[table](self.results, self._everybody)

    @property
    def _everybody(self) -> Iterable[SubjectResult]:
        return self.results.subjects if self.people is None else self.people.everybody

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle texts as they are: otherwise they are looked up in the run."""
        return AuditResult, (self.name, self.results, self.scored, dict(self.texts), self.original, self.people)

    def __repr__(self) -> str:
        covered = self.results.coverage
        cpr, people = rate_words(self.results.metrics.get("cpr")), self.results.counts["people"]
        strays = len(covered.unknown_releases)
        unknown = f", {strays:,} released texts without an original" if strays else ""
        return (
            f"<AuditResult: {cpr} protected (CPR) of {covered.facts:,} facts about {people:,} people, "
            f"{covered.attacked:,} of {covered.documents:,} documents attacked{unknown}>"
        )

    def _repr_html_(self) -> str:
        return audit_cell(AuditView(self.name, self.results))


def _facts(_: Results, people: Iterable[SubjectResult]) -> Columns:
    types = {
        "document": str,
        "person": str,
        "tag": str,
        "truth": str,
        "guess": str,
        "score": float,
        "protected": float,
        "decided_by": str,
        "certainty": int,
        "hardness": int,
    }
    rows = [
        (
            subject.document,
            subject.id,
            fact.tag,
            fact.truth,
            fact.guess,
            fact.score,
            1 - fact.leaked,
            fact.decided_by,
            fact.certainty,
            fact.hardness,
        )
        for subject in people
        for fact in subject.facts
    ]
    return Columns(types, rows)


def _people(_: Results, people: Iterable[SubjectResult]) -> Columns:
    types = {
        "document": str,
        "person": str,
        "description": str,
        "found": bool,
        "facts": int,
        "unscored": int,
        "protected": float,
        "strong": float,
    }
    rows = [
        (
            one.document,
            one.id,
            one.description,
            one.matched_to is not None,
            len(one.facts),
            sum(fact.score is None for fact in one.facts),
            sum(1 - fact.leaked for fact in one.facts) / len(one.facts) if one.facts else None,
            one.strong,
        )
        for one in people
    ]
    return Columns(types, rows)


def _figures(results: Results, _: Iterable[SubjectResult]) -> Columns:
    groups = {
        "metrics": results.metrics,
        "controls": results.controls,
        "by_tag": results.by_tag,
        "spans": results.spans or {},
        "utility": results.utility or {},
    }
    rows = [
        (group, name, *(getattr(row, field) for field in _RATE))
        for group, rates in groups.items()
        for name, row in rates.items()
    ]
    return Columns({"group": str, "name": str, **dict.fromkeys(_RATE, float)}, rows)
