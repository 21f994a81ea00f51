"""Linkers by name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from gyges.attacks.linkage._bm25 import Bm25
from gyges.attacks.linkage._combine import CLAIM_BREAK, ByClaim, Fused, MajorityVote, QueryScorer, Union
from gyges.attacks.linkage._dense import Dense
from gyges.attacks.linkage._rank import rank_bounded, rank_row
from gyges.attacks.linkage._ranked import TOP, Ranked
from gyges.attacks.linkage._rouge import RougeScorer
from gyges.errors import ConfigError, InputError, UnknownNameError
from gyges.records import JsonValue

__all__ = ["LINKERS", "RecordLinker", "open_linker"]

LINKERS = ("bm25", "bm25-vote", "bm25-claims", "dense", "dense-vote", "dense-claims", "rouge", "union")
"""The names that `open_linker` knows."""

_CLAIMS = "-claims"


@dataclass
class RecordLinker:
    """A linker: scores every record for a query and ranks them all. Get one from `open_linker`.

    Attributes:
        name: What users type and reports say.
        scorer: Who compares queries with records.
        settings: Everything that changes the ranking.
        over_claims: Whether records are searched claim by claim: then `index_claims` takes them in.
    """

    name: str
    scorer: QueryScorer
    settings: Mapping[str, JsonValue]
    over_claims: bool = False
    _ids: list[str] = field(default_factory=list, init=False)
    _places: dict[str, int] = field(default_factory=dict, init=False)

    def index(self, texts: Mapping[str, str]) -> None:
        """Take in all released records by id; what was indexed before is forgotten.

        Raises:
            InputError: There is no record.
        """
        if not texts:
            raise InputError("there is no released record to link to", "give releases of these documents")
        self._ids = sorted(texts)
        self._places = {id: place for place, id in enumerate(self._ids)}
        self.scorer.index([texts[id] for id in self._ids])

    def index_claims(self, claims: Mapping[str, Sequence[str]]) -> None:
        """Take in the claims of all released records by id.

        Raises:
            InputError: There is no record.
        """
        self.index({id: CLAIM_BREAK.join(" ".join(claim.split()) for claim in some) for id, some in claims.items()})

    def link(
        self,
        queries: Sequence[Sequence[str]],
        *,
        top: int = TOP,
        truths: Sequence[str | None] | None = None,
    ) -> list[Ranked]:
        """Rank the records for each query.

        Args:
            queries: The auxiliary texts of each record.
            top: How many of the best records to name, at least 2.
            truths: The true id of each query. It only says whose rank to report; the ranking does not depend on it.

        Raises:
            InputError: Nothing was indexed.
            ConfigError: `top` is below 2, or there are not as many truths as queries.
        """
        if not self._ids:
            raise InputError("nothing was indexed", "call index() with the released records first")
        if top < 2:
            raise ConfigError(f"a ranking of {top} has no margin", "ask for at least 2 records")
        if truths is not None and len(truths) != len(queries):
            raise ConfigError(f"{len(queries)} queries have {len(truths)} true ids", "give one for each, or None")
        wanted = truths if truths is not None else [None] * len(queries)
        places = [None if id is None else self._places.get(id) for id in wanted]
        ranked = _rankings(self.scorer, queries)
        return [rank(self._ids, top, place) for rank, place in zip(ranked, places, strict=True)]


def _rankings(
    scorer: QueryScorer, queries: Sequence[Sequence[str]]
) -> Iterator[Callable[[Sequence[str], int, int | None], Ranked]]:
    """Yield for each query what ranks the records, in the way in which the fewest scores are needed."""
    match scorer:
        case Fused(RougeScorer() as rouge):
            return (partial(rank_bounded, row) for row in rouge.bounded_rows(scorer.joined(queries)))
        case _:
            return (partial(rank_row, row) for row in scorer.rows(queries))


def open_linker(name: str, *, analyzer: str = "default", model: str | Path | None = None) -> RecordLinker:
    """Return a linker by name.

    `bm25` joins what is known into one query, as the paper does; `bm25-vote` lets each known claim vote. `dense` and
    `dense-vote` do the same with sentence embeddings, `rouge` is the lexical baseline. `bm25-claims` and `dense-claims`
    let each known claim vote for the record with the nearest claim, as the paper votes. `union` fuses those over whole
    records, the dense ones if a model is given.

    Args:
        name: One of `LINKERS`.
        analyzer: `default`, or `lucene` for what Lucene's English analyzer does.
        model: The folder of a sentence-transformers model.

    Raises:
        UnknownNameError: There is no such linker or analyzer.
        ConfigError: A dense linker without a model.
        MissingExtraError: The extra ``dense`` is not installed.

    Example:
        >>> linker = open_linker("bm25")
        >>> linker.index({"a": "A nurse in Lyon.", "b": "A baker in Kiel."})
        >>> linker.link([["She bakes.", "She is from Kiel."]])[0].linked
        'b'
    """
    if name not in LINKERS:
        raise UnknownNameError(f"there is no linker '{name}'", f"choose one of {', '.join(LINKERS)}")
    if name.startswith("dense") and model is None:
        raise ConfigError(f"the linker '{name}' needs an embedding model", "name the folder of one")
    settings: dict[str, JsonValue] = {"linker": name}
    if name.startswith("bm25") or name == "union":
        settings["analyzer"] = analyzer
    if model is not None and (name.startswith("dense") or name == "union"):
        settings["model"] = str(model)
    return RecordLinker(name, _scorer(name, analyzer, model), settings, over_claims=name.endswith(_CLAIMS))


def _scorer(name: str, analyzer: str, model: str | Path | None) -> QueryScorer:
    if name == "rouge":
        return Fused(RougeScorer())
    if name == "union":
        words, meaning = Bm25(analyzer), () if model is None else (Dense(model),)
        votes = [part for scorer in (words, *meaning) for part in (Fused(scorer), MajorityVote(scorer))]
        return Union((*votes, Fused(RougeScorer())))
    scorer = Bm25(analyzer) if model is None or name.startswith("bm25") else Dense(model)
    if name.endswith(_CLAIMS):
        return MajorityVote(ByClaim(scorer))
    return MajorityVote(scorer) if name.endswith("-vote") else Fused(scorer)
