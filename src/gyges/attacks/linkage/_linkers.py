"""Linkers by name: who compares texts with records, and how the texts of a query become one ranking."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gyges.attacks.linkage._bm25 import Bm25
from gyges.attacks.linkage._ranked import TOP, Ranked, Row, Scorer, rank_row
from gyges.errors import ConfigError, InputError, UnknownNameError
from gyges.models import open_encoder
from gyges.records import JsonValue

CLAIM_BREAK = "\n"
"""What stands between the claims of a record that is searched claim by claim."""


class QueryScorer(Protocol):
    """Scores all records for queries of several texts each."""

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records in ascending order of their ids."""
        ...

    def rows(self, queries: Sequence[Sequence[str]]) -> Iterator[Row]:
        """Yield for each query its scores."""
        ...


@dataclass
class ByClaim:
    """Compares texts with the single claims of a record, one a line: a record is as near as its nearest claim."""

    scorer: Scorer
    _firsts: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp), init=False)

    def index(self, texts: Sequence[str]) -> None:
        """Take in the claims of all records."""
        parts = [text.split(CLAIM_BREAK) for text in texts]
        self._firsts = np.cumsum([0, *(len(some) for some in parts)])[:-1]
        self.scorer.index([claim for some in parts for claim in some])

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield for each text the score of the nearest claim of every record."""
        for row in self.scorer.rows(texts):
            yield np.maximum.reduceat(row, self._firsts)


@dataclass(frozen=True)
class Fused:
    """All texts of a query as one, as the paper links."""

    scorer: Scorer

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self.scorer.index(texts)

    def rows(self, queries: Sequence[Sequence[str]]) -> Iterator[Row]:
        """Yield the scores of the joined texts."""
        return self.scorer.rows(self.joined(queries))

    def joined(self, queries: Sequence[Sequence[str]]) -> list[str]:
        """Return each query as one text."""
        return [" ".join(query) for query in queries]


@dataclass(frozen=True)
class MajorityVote:
    """Each text of a query names its best record, or all records that share its best score; most votes win.

    A score is the number of votes, plus up to a half by the sum of the scores of all texts: so records with the same
    number of votes, or none, are ordered too, and a vote always outweighs that.
    """

    scorer: Scorer

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self.scorer.index(texts)

    def rows(self, queries: Sequence[Sequence[str]]) -> Iterator[Row]:
        """Yield votes and shares."""
        single = self.scorer.rows([text for query in queries for text in (query or ("",))])
        for query in queries:
            row = next(single)
            votes, total = _winners(row), row.copy()
            for _ in query[1:]:
                row = next(single)
                votes += _winners(row)
                total += row
            best = total.max(initial=0.0)
            yield votes + total / (2 * best) if best > 0 else votes


def _winners(row: Row) -> Row:
    best = row.max(initial=0.0)
    return (row == best).astype(np.float64) if best > 0 else np.zeros(row.size)


_AT_ONCE = 256  # texts embedded and compared together
_DIGITS = 6  # embeddings are exact to about seven; equal texts must get equal scores


class Dense:
    """Scores records by how near their embedding is to that of a text; unrelated ones get 0.

    Long records are cut by most embedding models after some hundred words, so their end may not be found.
    """

    def __init__(self, model: str | Path) -> None:
        self._encoder = open_encoder(model, "linking by meaning")
        self._records = np.empty((0, 0), np.float32)

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self._records = self._embedded(texts)

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield the similarity of each text with all records."""
        for start in range(0, len(texts), _AT_ONCE):
            some = texts[start : start + _AT_ONCE]
            near = np.round((self._embedded(some) @ self._records.T).astype(np.float64), _DIGITS)
            yield from np.maximum(near, 0.0)

    def _embedded(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors; a blank text has none and is near to nothing."""
        vectors = self._encoder.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        blank = np.array([not text.strip() for text in texts], bool)
        return np.where(blank[:, None], 0.0, vectors).astype(np.float32)


LINKERS = ("bm25", "bm25-vote", "bm25-claims", "dense", "dense-vote", "dense-claims")
"""The names that `open_linker` knows."""

_CLAIMS = "-claims"


@dataclass
class RecordLinker:
    """A linker: scores every record for a query and ranks them all. Get one from `open_linker`."""

    name: str  # what users type and reports say
    scorer: QueryScorer  # who compares queries with records
    settings: Mapping[str, JsonValue]  # everything that changes the ranking
    over_claims: bool = False  # whether records are searched claim by claim: then `index_claims` takes them in
    _ids: list[str] = field(default_factory=list, init=False)
    _places: dict[str, int] = field(default_factory=dict, init=False)

    def index(self, texts: Mapping[str, str]) -> None:
        """Take in all released records by id; what was indexed before is forgotten."""
        if not texts:
            raise InputError("there is no released record to link to", "give releases of these documents")
        self._ids = sorted(texts)
        self._places = {id: place for place, id in enumerate(self._ids)}
        self.scorer.index([texts[id] for id in self._ids])

    def index_claims(self, claims: Mapping[str, Sequence[str]]) -> None:
        """Take in the claims of all released records by id."""
        self.index({id: CLAIM_BREAK.join(" ".join(claim.split()) for claim in some) for id, some in claims.items()})

    def link(
        self,
        queries: Sequence[Sequence[str]],
        *,
        top: int = TOP,
        truths: Sequence[str | None] | None = None,
    ) -> list[Ranked]:
        """Rank the records for each query."""
        if not self._ids:
            raise InputError("nothing was indexed", "call index() with the released records first")
        if top < 2:
            raise ConfigError(f"a ranking of {top} has no margin", "ask for at least 2 records")
        if truths is not None and len(truths) != len(queries):
            raise ConfigError(f"{len(queries)} queries have {len(truths)} true ids", "give one for each, or None")
        wanted = truths if truths is not None else [None] * len(queries)
        places = [None if id is None else self._places.get(id) for id in wanted]
        rows = self.scorer.rows(queries)
        return [rank_row(row, self._ids, top, place) for row, place in zip(rows, places, strict=True)]


def open_linker(name: str, *, analyzer: str = "default", model: str | Path | None = None) -> RecordLinker:
    """Return a linker by name.

    `bm25` joins what is known into one query, as the paper does; `bm25-vote` lets each known claim vote. `dense` and
    `dense-vote` do the same with sentence embeddings. `bm25-claims` and `dense-claims` let each known claim vote for
    the record with the nearest claim, as the paper votes.
    """
    if name not in LINKERS:
        raise UnknownNameError(f"there is no linker '{name}'", f"choose one of {', '.join(LINKERS)}")
    if name.startswith("dense") and model is None:
        raise ConfigError(f"the linker '{name}' needs an embedding model", "name the folder of one")
    settings: dict[str, JsonValue] = {"linker": name}
    if name.startswith("bm25"):
        settings["analyzer"] = analyzer
    if model is not None and name.startswith("dense"):
        settings["model"] = str(model)
    return RecordLinker(name, _scorer(name, analyzer, model), settings, over_claims=name.endswith(_CLAIMS))


def _scorer(name: str, analyzer: str, model: str | Path | None) -> QueryScorer:
    scorer = Bm25(analyzer) if model is None or name.startswith("bm25") else Dense(model)
    if name.endswith(_CLAIMS):
        return MajorityVote(ByClaim(scorer))
    return MajorityVote(scorer) if name.endswith("-vote") else Fused(scorer)
