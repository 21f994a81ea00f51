import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.attacks.linkage import LINKERS, Ranked, open_linker
from gyges.attacks.linkage._analyzer import analyzer_named
from gyges.attacks.linkage._bm25 import K1, B, Bm25
from gyges.attacks.linkage._ranked import PLAUSIBLE_SHARE, TrueRank
from gyges.errors import ConfigError, InputError, UnknownNameError

WORDLY = [name for name in LINKERS if not name.startswith("dense")]
RECORDS = {
    "10": "Ana is a nurse in Lyon and keeps bees.",
    "2": "Bo is a baker in Kiel and sings.",
    "3": "Cy teaches law in Lyon.",
    "4": "",
}
texts = st.lists(
    st.sampled_from(["ana", "bees", "kiel", "lyon", "nurse", "law", "sings", "the", "was", "x"]), max_size=12
)


def _indexed(name: str, records: Mapping[str, str] = RECORDS, analyzer: str = "default") -> Any:
    """Return a linker that has indexed records."""
    linker = open_linker(name, analyzer=analyzer)
    linker.index(records)
    return linker


def _naive(records: Sequence[str], query: str, analyzer: str) -> list[float]:
    """BM25 as its formula reads, one record after the other."""
    chosen = analyzer_named(analyzer)
    bags = [Counter(chosen.terms(record)) for record in records]
    filled = [bag for bag in bags if bag]
    if not filled:
        return [0.0] * len(records)
    mean = sum(bag.total() for bag in filled) / len(filled)
    scores = []
    for bag in bags:
        score = 0.0
        for term in chosen.terms(query):
            spread = sum(term in other for other in filled)
            rarity = math.log(1 + (len(filled) - spread + 0.5) / (spread + 0.5))
            length = chosen.length(bag.total())
            score += rarity * bag[term] / (bag[term] + K1 * (1 - B + B * length / mean)) if bag[term] else 0.0
        scores.append(score)
    return scores


@given(
    records=st.lists(texts.map(" ".join), max_size=8),
    query=texts.map(" ".join),
    analyzer=st.sampled_from(["default", "lucene"]),
)
def test_bm25_scores_are_those_of_the_formula(records: list[str], query: str, analyzer: str) -> None:
    scorer = Bm25(analyzer)
    scorer.index(records)
    (row,) = scorer.rows([query])
    assert row.tolist() == pytest.approx(_naive(records, query, analyzer), abs=1e-8)


def test_lucene_scores_are_computed_with_the_length_it_remembers() -> None:
    records = ["lyon " + "word " * 99, "lyon " + "word " * 59, "kiel"]
    scorer = Bm25("lucene")
    scorer.index(records)
    (row,) = scorer.rows(["Lyon"])
    mean, rarity = (100 + 60 + 1) / 3, math.log(1 + 1.5 / 2.5)
    assert row[0] == pytest.approx(rarity / (1 + 0.9 * (0.6 + 0.4 * 96 / mean)), abs=1e-9)
    assert row[1] == pytest.approx(rarity / (1 + 0.9 * (0.6 + 0.4 * 60 / mean)), abs=1e-9)


@given(records=st.lists(texts, min_size=1, max_size=8), query=texts, seed=st.randoms())
def test_the_order_of_words_and_records_does_not_change_a_score_by_a_bit(
    records: list[list[str]], query: list[str], seed: object
) -> None:
    one, two = Bm25(), Bm25()
    one.index([" ".join(record) for record in records])
    two.index([" ".join(sorted(record)) for record in reversed(records)])
    (first,), (second,) = one.rows([" ".join(query)]), two.rows([" ".join(sorted(query))])
    assert first.tolist() == second[::-1].tolist()


def _plainly_ranked(row: list[float], ids: Sequence[str], top: int, truth: str | None) -> Ranked:
    """Rank by sorting everything."""
    order = sorted(range(len(row)), key=lambda place: (-row[place], place))
    hits = [place for place in order if row[place] > 0]
    if not hits:
        return Ranked()
    best, where = row[hits[0]], None
    if truth is not None:
        true = ids.index(truth)
        better, equal = sum(score > row[true] for score in row), row.count(row[true])
        where = TrueRank(order.index(true) + 1, better, equal, row[true])
    return Ranked(
        tuple(ids[place] for place in hits[:top]),
        tuple(row[place] for place in hits[:top]),
        tied=row.count(best),
        plausible=sum(score >= PLAUSIBLE_SHARE * best for score in row),
        true=where,
    )


@pytest.mark.parametrize("name", WORDLY)
@pytest.mark.parametrize("analyzer", ["default", "lucene"])
def test_a_record_is_found_by_what_is_known_about_it(name: str, analyzer: str) -> None:
    ranked = _indexed(name, analyzer=analyzer).link(
        [["She keeps bees.", "A nurse."], ["He sings.", "He lives in Kiel."]], truths=["10", "2"]
    )
    assert [row.linked for row in ranked] == ["10", "2"]
    assert all(
        row.true is not None and row.true.rank == 1 and row.tied == 1 and (row.margin or 0) > 0 for row in ranked
    )


@pytest.mark.parametrize("name", WORDLY)
def test_equal_releases_tie_openly_and_the_lower_id_comes_first(name: str) -> None:
    baker = "A baker in Kiel."
    (row,) = _indexed(name, {"b": "A nurse in Lyon.", "a2": baker, "a10": baker, "c": baker}).link(
        [["A baker.", "In Kiel."]], truths=["c"]
    )
    assert row.ids[:3] == ("a10", "a2", "c")
    assert (row.tied, row.margin) == (3, 0.0)
    assert row.true is not None
    assert (row.true.rank, row.true.expected, row.true.better, row.true.equal) == (3, 2.0, 0, 3)
    assert [row.true.chance_within(top) for top in (1, 2, 3, 4)] == [1 / 3, 2 / 3, 1.0, 1.0]


@pytest.mark.parametrize("name", WORDLY)
def test_a_query_without_a_known_word_is_unlinked(name: str) -> None:
    rows = _indexed(name).link([["Zzz qqq."], [], [""], ["!?", ""]], truths=["10", "2", None, "nowhere"])
    assert rows == [Ranked()] * 4
    assert rows[0].linked is None
    assert rows[0].margin is None


@pytest.mark.parametrize("name", WORDLY)
def test_empty_releases_alone_leave_everything_unlinked(name: str) -> None:
    assert _indexed(name, {"a": "", "b": " \n"}).link([["Ana is a nurse."]], truths=["a"]) == [Ranked()]


@pytest.mark.parametrize("name", WORDLY)
def test_the_ranking_does_not_depend_on_the_truth(name: str) -> None:
    linker = _indexed(name)
    queries = [["A nurse in Lyon."], ["law"]]
    blind, told = linker.link(queries), linker.link(queries, truths=["3", "gone"])
    assert [(row.ids, row.scores, row.tied, row.plausible) for row in blind] == [
        (row.ids, row.scores, row.tied, row.plausible) for row in told
    ]
    assert blind[0].true is None
    assert told[0].true is not None
    assert told[1].true is None  # there is no such release


@pytest.mark.parametrize("name", WORDLY)
def test_indexing_again_forgets_what_was_there(name: str) -> None:
    linker = _indexed(name)
    linker.index({"z": "A nurse."})
    assert [row.ids for row in linker.link([["A nurse in Lyon."], ["bees"]])] == [("z",), ()]


def test_a_true_record_with_nothing_in_common_stands_behind_all_that_have() -> None:
    (row,) = _indexed("bm25").link([["Lyon"]], truths=["4"])
    assert row.true == TrueRank(rank=4, better=2, equal=2, score=0.0)
    assert row.true.expected == 3.5


def test_most_votes_win_over_the_best_fused_score() -> None:
    records = {"a": "red x", "b": "green x", "c": "gold silver copper tin", "d": "red green"}
    known = ["red", "green", "gold silver copper tin"]
    assert _indexed("bm25", records).link([known])[0].linked == "c"
    assert _indexed("bm25-vote", records).link([known])[0].linked == "d"


def test_wrong_use_is_refused_with_a_remedy() -> None:
    linker = open_linker("bm25")
    with pytest.raises(InputError, match="nothing was indexed"):
        linker.link([["x"]])
    with pytest.raises(InputError, match="no released record"):
        linker.index({})
    linker.index(RECORDS)
    with pytest.raises(ConfigError, match="at least 2"):
        linker.link([["x"]], top=1)
    with pytest.raises(ConfigError, match="1 queries have 2"):
        linker.link([["x"]], truths=["a", "b"])
    with pytest.raises(UnknownNameError, match="bm25-vote"):
        open_linker("bm52")
    with pytest.raises(UnknownNameError, match="lucene"):
        open_linker("bm25", analyzer="x")


def test_a_vote_over_claims_counts_the_nearest_claim_of_each_record() -> None:
    linker = open_linker("bm25-claims")
    linker.index_claims({"a": ["Ana bakes bread", "Ana sings"], "b": ["Ben bakes bread\nand cakes", "Ben limps"]})
    assert linker.over_claims
    votes = linker.link([["she sings", "who bakes cakes", "somebody limps"]], truths=["b"])[0]
    assert votes.linked == "b"  # two of three claims are nearest to one of b's
    assert votes.true is not None
    assert votes.true.rank == 1


def test_long_records_do_not_lose_a_vote_over_claims_for_their_length() -> None:
    filler = [f"word{number} here" for number in range(200)]
    linker = open_linker("bm25-claims")
    linker.index_claims({"long": [*filler, "Ana keeps goats"], "short": ["Ben keeps bees"]})
    assert linker.link([["somebody keeps goats"]])[0].linked == "long"


@given(
    seed=st.integers(0, 2**32 - 1),
    size=st.sampled_from([1, 3, 40, 700, 4_000]),
    words=st.sampled_from([3, 30, 400]),
    top=st.sampled_from([2, 3, 10, 50, 5_000]),
    analyzer=st.sampled_from(["default", "lucene"]),
)
@settings(max_examples=25, deadline=None)
def test_bm25_links_as_a_plain_sort_of_all_scores_does(
    seed: int, size: int, words: int, top: int, analyzer: str
) -> None:
    chance = random.Random(seed)
    weights = [1 / (rank + 1) for rank in range(words)]

    def text(longest: int) -> str:
        return " ".join(f"w{rank}" for rank in chance.choices(range(words), weights, k=chance.randint(0, longest)))

    records = {f"{place:05}": text(chance.choice([3, 30])) for place in range(size)}  # short ones tie
    linker, scorer = open_linker("bm25", analyzer=analyzer), Bm25(analyzer)
    linker.index(records)
    scorer.index(list(records.values()))
    known = [*chance.sample(list(records.values()), min(4, size)), text(8), text(60), "", "nowhere", "nowhere w0 w0"]
    truths = [chance.choice([None, chance.choice(list(records))]) for _ in known]
    for row, ranked, truth in zip(
        scorer.rows(known), linker.link([[one] for one in known], top=top, truths=truths), truths, strict=True
    ):
        assert ranked == _plainly_ranked(row.tolist(), list(records), top, truth)
