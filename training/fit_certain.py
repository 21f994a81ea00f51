"""Fit what tells that a name is surely somebody's, and say how right labels are on texts that nothing was fitted on.

Run: python -m training.fit_certain [--write]

The weights are fitted by logistic regression over spans the finder takes for people, in the annotated texts that
`training.spans.is_fitted` sets apart. The threshold (`AT`) was chosen on the same texts.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from unittest import mock

import numpy as np

from gyges.reading.finder import FoundSpan, find_spans
from gyges.reading.finder import _find as finder
from gyges.reading.finder._certain import PEOPLE_SIGNALS, WEIGHTS, KindClaim, person_rows
from gyges.reading.finder._find import TYPES
from gyges.reading.lookups import title
from training.fit_finder import fit
from training.spans import AnnotatedText, annotated, is_fitted

AT = 4.0


def claims_of(one: AnnotatedText) -> tuple[list[KindClaim], list[FoundSpan]]:
    """Return what speaks for the types of the spans of a text, and the spans."""
    seen: list[KindClaim] = []

    def note(claims: list[KindClaim]) -> list[bool]:
        seen.extend(claims)
        return [False] * len(claims)

    with mock.patch.object(finder, "certain", note):
        spans = list(finder._found(one.document.text))
    return seen, spans


def is_right(one: AnnotatedText, start: int, end: int, type_: str) -> bool:
    """Return True if an annotator says of a word of a span, titles aside, that it is of a type."""
    return any(words_right(one, start, end, type_))


def words_right(one: AnnotatedText, start: int, end: int, type_: str) -> Iterator[bool]:
    """Yield for every word of a span, titles aside, whether an annotator says that it is of a type."""
    words = list(re.finditer(r"\w+", one.document.text[start:end]))
    own = [match for match in words if title(match[0]) is None] or words
    for match in own:
        low, high = start + match.start(), start + match.end()
        yield any(TYPES[span.kind] == type_ and span.start < high and low < span.end for span in one.spans)


def main() -> int:
    """Fit, print, and write with ``--write``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    texts = list(annotated())
    rows: list[list[float]] = []
    labels: list[bool] = []
    for one in texts:
        if is_fitted(one.document.id) and not one.measured:
            claims, spans = claims_of(one)
            rows += person_rows(claims)
            labels += [is_right(one, span.start, span.end, "PERSON") for span in spans if span.type == "PERSON"]
    with_one = np.concatenate([np.array(rows), np.ones((len(rows), 1))], axis=1)
    weights = fit(with_one, np.array(labels, dtype=np.int16))
    told = {"weights": [round(float(one), 3) for one in weights[:-1]], "bias": round(float(weights[-1]), 3), "at": AT}
    sys.stdout.write(f"{len(rows)} spans: {dict(zip(PEOPLE_SIGNALS, told['weights'], strict=True))}\n")
    if asked.write:
        WEIGHTS.write_text(json.dumps(told) + "\n", encoding="utf-8")
    found: Counter[str] = Counter()
    right: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for one in texts:
        for span in find_spans(one.document.text) if one.measured else ():
            count(one, span, found, right, every)
    for type_ in every:
        sys.stdout.write(
            f"{type_:9} said of {found[type_]:4} of {every[type_]:4} words, "
            f"right {right[type_] / max(1, found[type_]):.4f}\n"
        )
    return 0


def count(one: AnnotatedText, span: FoundSpan, found: Counter[str], right: Counter[str], every: Counter[str]) -> None:
    """Count the words of a span: all, those whose type is said, and those of which that is right."""
    told = list(words_right(one, span.start, span.end, span.type))
    every[span.type] += len(told)
    if span.certain:
        found[span.type] += len(told)
        right[span.type] += sum(told)


if __name__ == "__main__":
    sys.exit(main())
