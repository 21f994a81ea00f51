"""A release against the originals as two sets: what needs no record to belong to another."""

from collections.abc import Mapping

from gyges.runs.linkage._computing import Computer, LinkTask, remote_links
from gyges.runs.linkage._figures import rate_row
from gyges.runs.linkage._pairing import Pairing
from gyges.scoring import Count, RateRow, bootstrap_rates
from gyges.scoring.semantic import divergence_of_halves, word_divergence

__all__ = ["set_figures"]


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
    """Return one minus the best ROUGE-L recall of each original; with `others` its own record is no candidate."""
    if others and len(records) < 2:
        return []
    nearest = remote_links("rouge", "default", records, 2)
    rows = await computer.all(nearest, [LinkTask([text]) for text in originals.values()], "finding the nearest record")
    counts = []
    for id_, row in zip(originals, rows, strict=True):
        scores = [score for to, score in zip(row.ids, row.scores, strict=True) if not (others and to == id_)]
        counts.append(Count(1 - max(scores, default=0.0), 1))
    return counts
