"""From rankings and ratings to figures with intervals."""

from collections.abc import Mapping, Sequence
from statistics import median

from gyges.attacks.linkage import RANK_BORDERS, Ranked, tally_links
from gyges.runs.linkage._computing import Computer, LexicalTask, remote_lexical
from gyges.scoring import Count, Rate, RateRow, bootstrap_rate, bootstrap_rates
from gyges.scoring.semantic import LEXICAL_VARIANTS, Linkage

__all__ = ["lexical_figures", "linkage_figures", "rate_row"]

TOP_KS = (1, 3, 5, 10)


def rate_row(rate: Rate) -> RateRow:
    """Return a rate as results files hold it."""
    return RateRow.model_validate(rate.to_json())


def linkage_figures(ranked: Mapping[str, Ranked], released: Mapping[str, str], *, paired: bool) -> Linkage:
    """Return how well records are found again; every original counts, unlinked ones as not found.

    Args:
        ranked: What was linked for each original.
        released: The records that were searched.
        paired: Whether a release belongs to the original with the same id.
    """
    rows = list(ranked.values())
    tally = tally_links(rows, list(ranked), released)
    leads = [row.margin / row.scores[0] for row in rows if row.margin is not None and row.scores[0] > 0]
    found = [row for row in rows if row.linked is not None]
    chances = [row.true.chance_within(1) if row.true else 0.0 for row in rows]
    return Linkage(
        correct=rate_row(_share([_within(row, 1) for row in rows])) if paired else None,
        correct_by_chance=rate_row(_share(chances)) if paired else None,
        top_k={str(k): rate_row(_share([_within(row, k) for row in rows])) for k in TOP_KS} if paired else {},
        unlinked=len(rows) - len(found),
        ranks={_bar(border): count for border, count in tally.ranks.items()} if paired else {},
        margin=median(leads) if leads else None,
        plausible=float(median([row.plausible for row in found])) if found else None,
        tied=tally.tied,
    )


async def lexical_figures(
    texts: Mapping[str, tuple[str, str | None]], known: Mapping[str, Sequence[str]], computer: Computer
) -> dict[str, RateRow]:
    """Return the measures that do not see meaning: ROUGE-L distances in all variants, and identifiers that are gone.

    Args:
        texts: Original and linked text of each record; None where nothing was linked.
        known: What the attacker knew of each record.
        computer: Who computes.
    """
    linked = {id_: pair[1] for id_, pair in texts.items() if pair[1] is not None}
    tasks = [LexicalTask(texts[id_][0], text, known[id_]) for id_, text in linked.items()]
    compared = dict(zip(linked, await computer.all(remote_lexical, tasks, "comparing words"), strict=True))
    table: dict[str, list[Count]] = {name: [] for name in LEXICAL_VARIANTS}
    gone: list[Count] = []
    for id_ in texts:
        distances, left = compared.get(id_, ({}, Count(0, 0)))
        for name in LEXICAL_VARIANTS:
            value = distances.get(name)
            table[name].append(Count(0, 0) if value is None else Count(value, 1))
        gone.append(Count(left.out_of - left.hits, left.out_of))
    rates = {f"rouge_l_{name}": rate for name, rate in bootstrap_rates(table).items()}
    return {name: rate_row(rate) for name, rate in {**rates, "identifiers_gone": bootstrap_rate(gone)}.items()}


def _within(row: Ranked, top: int) -> float:
    """Tell whether the own release is among the first; one that has nothing in common is on no attacker's list."""
    return float(row.true is not None and row.true.score > 0 and row.true.rank <= top)


def _share(values: Sequence[float]) -> Rate:
    return bootstrap_rate([Count(value, 1) for value in values])


def _bar(border: int) -> str:
    """Return what a bar of the rank histogram stands for; 0 is the one beyond the last border."""
    if border == 0:
        return f"beyond {RANK_BORDERS[-1]}"
    before = max((other for other in RANK_BORDERS if other < border), default=0)
    return str(border) if border - before == 1 else f"{before + 1}-{border}"
