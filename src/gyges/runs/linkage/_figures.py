"""From rankings and ratings to figures with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median

from gyges.attacks.linkage import RANK_BORDERS, TOP, Ranked, tally_links
from gyges.runs.linkage._pairing import Pairing
from gyges.runs.linkage._stages import Computer, RecordSearch, words_compared
from gyges.scoring import Count, Rate, RateRow, bootstrap_rate, bootstrap_rates, rouge_l
from gyges.scoring.semantic import LEXICAL_VARIANTS, Linkage, divergence_of_halves, word_divergence


async def set_figures(pairing: Pairing, computer: Computer, *, seed: int) -> dict[str, RateRow]:
    """Return how far the release is from the originals, each figure beside its control.

    ``nearest_record`` is the mean lexical distance of an original to the released record nearest to it: 0 where a
    record repeats it. ``nearest_other_original`` is the same among the originals: people who are alike.
    ``word_divergence`` is the distance of the words of both sets, a plain stand-in for MAUVE, ``of_halves`` the same of
    two halves of the originals.
    """
    originals = {id_: document.text for id_, document in pairing.originals.items()}
    table = {
        "nearest_record": await _nearest(originals, pairing.records, computer, others=False),
        "nearest_other_original": await _nearest(originals, originals, computer, others=True),
    }
    rates = bootstrap_rates({name: counts for name, counts in table.items() if counts})
    found = {name: rate_row(rate) for name, rate in rates.items()}
    texts = list(originals.values())
    found["word_divergence"] = rate_row(word_divergence(texts, list(pairing.records.values())))
    found["word_divergence_of_halves"] = rate_row(divergence_of_halves(texts, seed=seed))
    return found


async def _nearest(
    originals: Mapping[str, str], records: Mapping[str, str], computer: Computer, *, others: bool
) -> list[Count]:
    """Return one minus the best ROUGE-L recall of each original in the records that BM25 holds nearest.

    With `others` its own record is no candidate.
    """
    if others and len(records) < 2:
        return []
    search = RecordSearch("bm25", "default", records, TOP)
    rows = await computer.all(search, [([text],) for text in originals.values()], "finding the nearest record")
    counts = []
    for (id_, text), row in zip(originals.items(), rows, strict=True):
        near = (records[to] for to in row.ids if not (others and to == id_))
        counts.append(Count(1 - max((rouge_l(text, record).recall for record in near), default=0.0), 1))
    return counts


TOP_KS = (1, 3, 5, 10)


def rate_row(rate: Rate) -> RateRow:
    """Return a rate as results files hold it."""
    return RateRow.model_validate(rate.to_json())


def linkage_figures(
    ranked: Mapping[str, Ranked], released: Mapping[str, str], *, paired: bool, lost: int = 0
) -> Linkage:
    """Return how well records are found again; every original counts, unlinked ones as not found."""
    rows = list(ranked.values())
    tally = tally_links(rows, list(ranked), released)
    leads = [row.margin / row.scores[0] for row in rows if row.margin is not None and row.scores[0] > 0]
    found = [row for row in rows if row.linked is not None]
    chances = [row.true.chance_within(1) if row.true else 0.0 for row in rows]
    return Linkage(
        correct=_share([_within(row, 1) for row in rows], lost) if paired else None,
        correct_by_chance=_share(chances, lost) if paired else None,
        top_k={str(k): _share([_within(row, k) for row in rows], lost) for k in TOP_KS} if paired else {},
        unlinked=len(rows) - len(found),
        ranks={_bar(border): count for border, count in tally.ranks.items()} if paired else {},
        margin=median(leads) if leads else None,
        plausible=float(median([row.plausible for row in found])) if found else None,
        tied=tally.tied,
    )


async def lexical_figures(
    texts: Mapping[str, tuple[str, str | None]], known: Mapping[str, Sequence[str]], computer: Computer
) -> dict[str, RateRow]:
    """Return the measures that do not see meaning: ROUGE-L distances in all variants, and identifiers that are gone."""
    linked = {id_: pair[1] for id_, pair in texts.items() if pair[1] is not None}
    tasks = [(texts[id_][0], text, known[id_]) for id_, text in linked.items()]
    compared = dict(zip(linked, await computer.all(words_compared, tasks, "comparing words"), strict=True))
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


def _share(values: Sequence[float], lost: int) -> RateRow:
    rate = bootstrap_rate([Count(value, 1) for value in (*values, *(lost * (1.0,)))])
    if lost and rate.value is not None:
        rate = replace(rate, bounds=(rate.value, sum(values) / rate.denominator))
    return rate_row(rate)


def _bar(border: int) -> str:
    """Return what a bar of the rank histogram stands for; 0 is the one beyond the last border."""
    if border == 0:
        return f"beyond {RANK_BORDERS[-1]}"
    before = max((other for other in RANK_BORDERS if other < border), default=0)
    return str(border) if border - before == 1 else f"{before + 1}-{border}"
