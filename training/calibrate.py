"""Measures what probabilities of the tiny model mean: ``python -m training.calibrate PREDICTIONS... --out FILE``.

For each fact of people in texts that the model was not trained on: how probable were its words, and was it right? The
shares of right facts, by kind and by probability, are smoothed towards those of all kinds and never fall when the
probability rises. They become ``calibration.json`` beside the adapter.
"""

import argparse
import bisect
import json
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gyges.attacks.tiny._about import ASKED
from gyges.attacks.tiny._certainty import PERSON, Calibration
from gyges.attacks.tiny._lines import LineFact, read_author, read_facts, read_people
from gyges.attacks.tiny._people import people_of
from gyges.attacks.tiny._runtime import Answer
from gyges.records import Document, Subject
from gyges.scoring import compare_values, who_is_who
from training.asked import by_rules
from training.data import FOLDS, bare_id
from training.predictions import Predicted, read_author_predictions, read_predictions

EDGES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97)
SMOOTHING = 12.0
"""Facts of all kinds that count beside those of a kind."""

Observed = tuple[str, float, float]
"""Kind, probability, score."""


def observations(predicted: Iterable[Predicted]) -> list[Observed]:
    """Return for each person and fact how probable it was and whether it is right."""
    seen: list[Observed] = []
    for one in predicted:
        for answer in one.answers:
            seen += _observed(one, answer)
        seen += _observed_of_each(one)
    return seen


def who(one: Predicted, named: Sequence[Subject]) -> dict[str, Subject]:
    """Return the true person for everybody named who is one, by id."""
    truth, release = one.truth, one.release
    text, trace = (None, None) if release is None else (release.text, release.trace)
    matches = who_is_who(truth.subjects or (), named, truth.text, text, trace).matches
    known = {subject.id: subject for subject in truth.subjects or ()}
    return {found: known[true] for true, found in matches.items()}


def _observed_of_each(one: Predicted) -> Iterable[Observed]:
    """Yield the same for what was said of people whom the embedded reader found."""
    if not one.asked:
        return
    found = by_rules(one.document.text).subjects
    people = who(one, found)
    for subject, answer in zip(found, one.asked, strict=True):
        for fact in read_facts(answer.text) if subject.id in people else ():
            chance = answer.chance(fact.tag_span, fact.value_span)
            yield ASKED + fact.tag, chance, _right(fact, people[subject.id])


def _right(fact: LineFact, person: Subject | None) -> float:
    scores = [
        compare_values(fact.tag, other.value, fact.value).score or 0.0
        for other in (person.facts if person else ())
        if other.tag == fact.tag and other.value.strip()
    ]
    return max(scores, default=0.0)


def _observed(one: Predicted, answer: Answer) -> Iterable[Observed]:
    lines = [line for line in dict.fromkeys(read_people(answer.text)) if line.count == 1]
    people = people_of(
        answer, one.document.text, Calibration((), {PERSON: (0.0,)}), Counter()
    )  # only facts and names matter here
    subjects = [read.subject for read in people if not read.subject.description.endswith(")")]
    named = [Subject(str(number), s.description, s.facts) for number, s in enumerate(subjects)]
    if len(named) != len(lines):
        return
    people_known = who(one, named)
    for number, line in enumerate(lines):
        person = people_known.get(str(number))
        called = (line.span, *(fact.value_span for fact in line.facts if fact.tag == "NAME"))
        yield PERSON, answer.chance(*called), float(person is not None)
        for fact in line.facts:
            yield fact.tag, answer.chance(fact.tag_span, fact.value_span), _right(fact, person)


def author_observations(predicted: Iterable[tuple[Document, Answer]]) -> list[Observed]:
    """Return the same for attributes of authors, under kinds of their own."""
    seen: list[Observed] = []
    for document, answer in predicted:
        truth = document.meta.get("author")
        for fact in read_author(answer.text):
            value = str(truth.get(fact.tag, "")) if isinstance(truth, Mapping) else ""
            score = compare_values(fact.tag, value, fact.value, taxonomy_name="author").score if value else None
            if score is not None:
                seen.append((f"author:{fact.tag}", answer.chance(fact.tag_span, fact.value_span), score))
    return seen


def table(seen: Sequence[Observed], edges: Sequence[float] = EDGES) -> dict[str, list[float]]:
    """Return the shares by kind, smoothed and rising."""
    kinds: dict[str, list[list[float]]] = defaultdict(lambda: [[] for _ in range(len(edges) + 1)])
    every: list[list[float]] = [[] for _ in range(len(edges) + 1)]
    for kind, chance, score in seen:
        place = bisect.bisect_right(edges, chance)
        kinds[kind][place].append(score)
        if kind != PERSON:
            every[place].append(score)
    common = rising([sum(b) / len(b) if b else 0.5 for b in every], [len(b) or 0.1 for b in every])
    shares = {}
    for kind, bins in sorted(kinds.items()):
        smooth = [(sum(b) + SMOOTHING * prior) / (len(b) + SMOOTHING) for b, prior in zip(bins, common, strict=True)]
        shares[kind] = [round(share, 3) for share in rising(smooth, [len(b) + SMOOTHING for b in bins])]
    return shares


def rising(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the nearest values that never fall (pool adjacent violators).

    Example:
        >>> rising([0.1, 0.5, 0.3, 0.9], [1, 1, 1, 1])
        [0.1, 0.4, 0.4, 0.9]
    """
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        pools.append((value, weight, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, x, n), (b, y, m) = pools[-2:]
            pools[-2:] = [((a * x + b * y) / (x + y), x + y, n + m)]
    return [value for value, _, count in pools for _ in range(count)]


def reliability(seen: Sequence[Observed], calibration: Calibration) -> list[dict[str, float]]:
    """Return for each certainty how many facts have it, what it promises and how many are right."""
    rows: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for kind, chance, score in seen:
        if kind != PERSON:
            rows[calibration.certainty(kind, chance)].append((calibration.share(kind, chance), score))
    return [
        {
            "certainty": level,
            "facts": len(pairs),
            "expected": round(sum(share for share, _ in pairs) / len(pairs), 3),
            "right": round(sum(score for _, score in pairs) / len(pairs), 3),
        }
        for level, pairs in sorted(rows.items())
    ]


def _half(id: str) -> int:
    """Return the half of a document; its masked version is in the same one."""
    return zlib.crc32(bare_id(id.split("/", 1)[-1]).encode()) // FOLDS % 2


def _held(seen: Sequence[tuple[int, list[Observed]]]) -> list[dict[str, float]]:
    """Fit on one half of the documents and return how that holds on the other."""
    fitted = [row for half, rows in seen if half == 0 for row in rows]
    other = [row for half, rows in seen if half == 1 for row in rows]
    return reliability(other, Calibration(EDGES, table(fitted)))


def main() -> int:
    """Fit on one half of the documents, show on the other how it holds, then fit on all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predictions", type=Path, nargs="+")
    parser.add_argument("--tests", type=Path, required=True, help="test.jsonl of the data")
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    predicted = read_predictions(given.predictions, given.tests, given.base)
    authors = read_author_predictions(given.predictions, given.tests, given.base)
    held = {
        "people": _held([(_half(one.document.id), observations([one])) for one in predicted]),
        "authors": _held([(_half(one[0].id), author_observations([one])) for one in authors]),
    }
    for name, rows in held.items():
        for row in rows:
            sys.stdout.write(f"{name} {json.dumps(row)}\n")
    shares = {**table(observations(predicted)), **table(author_observations(authors))}
    whole = {"edges": EDGES, "shares": shares, "reliability": held}
    given.out.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
