"""Whether a sample of readings and predictions for all documents give valid and narrower intervals.

    PYTHONPATH=. python benchmarks/sample.py                 every corpus, several sample sizes, 2,000 draws each
    PYTHONPATH=. python benchmarks/sample.py --draws 200     quicker

The corpora are the recorded readings of documents that are for measuring only: those of each method, and all of them
together. What the strong reader left protected is known for every document, so each drawn sample can be held against
it. "Alone" is the classical interval (ratio estimate, finite population, Student's t) of a simple random sample of the
same size, "same draw" that of the very documents drawn in groups, both without any prediction.
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from training.estimate import by_rules, rows_of
from training.readings import Reading, is_measured, readings

from gyges.attacks import text_digest
from gyges.scoring import MIN_CERTAINTY, Alignment, Count, Rate
from gyges.scoring._judge import Opinions
from gyges.scoring._score import _scored
from gyges.scoring.estimate._light import light_model
from gyges.scoring.sampling import Sample, SamplingUnit, Stratum, confirmed_rate, draw_sample, expected_width

SIZES = (20, 30, 40, 60)
DRAWS = 2000
FIGURES = ("cpr", "ipr")
MIXED = "all methods"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Releases of which everything is known: by figure and document, what was read and what was predicted."""

    name: str
    candidates: Sequence[SamplingUnit]
    read: Mapping[str, Mapping[str, Count]]
    told: Mapping[str, Mapping[str, Count]]

    def share(self, figure: str) -> float:
        """Return the figure that reading every document gives."""
        counts = self.read[figure].values()
        return sum(count.hits for count in counts) / sum(count.out_of for count in counts)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How intervals of one sample size did for one figure of one corpus."""

    held: float
    width: float
    alone: float
    same_draw: float
    expected: float

    @property
    def narrower(self) -> float:
        """By how much they are narrower than those of a simple sample alone."""
        return 1 - self.width / self.alone


def corpora(chosen: Sequence[Reading]) -> list[Corpus]:
    """Return the corpus of each method, and the one of all together."""
    model = light_model()
    table: dict[str, list[tuple[SamplingUnit, dict[str, tuple[Count, Count]]]]] = {}
    for one in chosen:
        rows = rows_of(one, dict(model.guesses))
        kept = [1 - chance for chance in model.chances([(row.tag, row.clues) for row in rows])]
        people = one.document.subjects or ()
        scored = _scored(
            one.document.id, people, one.finding, Alignment(one.who), Opinions("strict"), MIN_CERTAINTY
        ).subjects
        owners = [subject.truth.id for subject in scored for _ in subject.verdicts]
        pairs = [(1 - row.leaked, share) for row, share in zip(rows, kept, strict=True)]
        by_person: dict[str, list[tuple[float, float]]] = {}
        for owner, pair in zip(owners, pairs, strict=True):
            by_person.setdefault(owner, []).append(pair)
        if not pairs:
            continue
        means = [(fmean(a for a, _ in own), fmean(b for _, b in own)) for own in by_person.values()]
        method, text = one.release.method.split()[0], one.release.text
        genre = str(by_rules(text).notes.get("genre", ""))
        leak = 1 - fmean(share for _, share in pairs)
        candidate = SamplingUnit(f"{method}:{one.document.id}", text_digest(text), genre, len(text), leak)
        counts = {"cpr": _counted(pairs), "ipr": _counted(means)}
        for name in (method, MIXED):
            table.setdefault(name, []).append((candidate, counts))
    return [_corpus(name, rows) for name, rows in sorted(table.items())]


def _counted(pairs: Sequence[tuple[float, float]]) -> tuple[Count, Count]:
    return Count(sum(a for a, _ in pairs), len(pairs)), Count(sum(b for _, b in pairs), len(pairs))


def _corpus(name: str, rows: Sequence[tuple[SamplingUnit, dict[str, tuple[Count, Count]]]]) -> Corpus:
    read = {figure: {one.id: counts[figure][0] for one, counts in rows} for figure in FIGURES}
    told = {figure: {one.id: counts[figure][1] for one, counts in rows} for figure in FIGURES}
    return Corpus(name, [one for one, _ in rows], read, told)


def simulate(corpus: Corpus, size: int, draws: int) -> dict[str, Outcome]:
    """Draw samples again and again and hold the intervals against what is known."""
    dice = random.Random(size)
    ids = tuple(one.id for one in corpus.candidates)
    rates: dict[str, list[tuple[Rate, Rate, Rate]]] = {figure: [] for figure in FIGURES}
    for seed in range(draws):
        drawn = draw_sample(corpus.candidates, size, seed=seed)
        simple = Sample((Stratum(ids, tuple(dice.sample(ids, size))),), seed)
        for figure in FIGURES:
            nothing = {id: Count(0.0, count.out_of) for id, count in corpus.told[figure].items()}
            rates[figure].append(
                (
                    confirmed_rate(drawn, corpus.read[figure], corpus.told[figure]).rate,
                    confirmed_rate(simple, corpus.read[figure], nothing).rate,
                    confirmed_rate(drawn, corpus.read[figure], nothing).rate,
                )
            )
    return {figure: _outcome(corpus, figure, size, found) for figure, found in rates.items()}


def _outcome(corpus: Corpus, figure: str, size: int, found: Sequence[tuple[Rate, Rate, Rate]]) -> Outcome:
    truth = corpus.share(figure)
    held = fmean((rate.low or 0.0) <= truth <= (rate.high or 0.0) for rate, _, _ in found)
    made, alone, same = (fmean((one[n].high or 0.0) - (one[n].low or 0.0) for one in found) for n in range(3))
    sizes = [count.out_of for count in corpus.told[figure].values()]
    return Outcome(held, made, alone, same, expected_width(figure, sizes, size))


def main() -> int:
    """Print a line for each corpus and sample size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--draws", type=int, default=DRAWS)
    draws = parser.parse_args().draws
    everything = corpora([one for one in readings() if is_measured(one.document.id)])
    for size in SIZES:
        seen: dict[str, list[Outcome]] = {figure: [] for figure in FIGURES}
        for corpus in everything:
            for figure, one in simulate(corpus, size, draws).items():
                seen[figure].append(one)
                print(
                    f"{size} of {len(corpus.candidates):3} {corpus.name:12} {figure}  held {one.held:.3f}  width "
                    f"{one.width:.3f} (expected {one.expected:.3f})  alone {one.alone:.3f}  same draw "
                    f"{one.same_draw:.3f}  narrower {one.narrower:+.2f}"
                )
        for figure, found in seen.items():
            least, mean = min(one.held for one in found), fmean(one.held for one in found)
            narrower = 1 - fmean(one.width / one.alone for one in found)
            print(f"{size} {figure}: held {mean:.3f} on average, {least:.3f} at least; narrower by {narrower:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
