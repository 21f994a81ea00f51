"""ROUGE-1 and ROUGE-L of 144 pairs of 3,900 characters: this library against the package rouge-score, in one run.

Run: python benchmarks/rouge.py [PAIRS]   (exit 1 below 100 times as fast, or when a figure differs by more than 1e-9)

The pairs have the size of SPIA's court judgments and are made of the bundled corpus; one word in fifty is a new one,
so that the memo of stems does not only meet old acquaintances, and one in ten is masked in the release.
"""

import random
import sys
import time

from rouge_score.rouge_scorer import RougeScorer

from gyges.corpus import bundled_corpus
from gyges.reading import stem
from gyges.scoring import _overlap, rouge

PAIRS, CHARACTERS, NEEDED, ALLOWED = 144, 3900, 100, 1e-9
RUNS = 5


def texts(number: int) -> list[tuple[str, str]]:
    """Return originals with their releases, always the same ones."""
    draw = random.Random(0)
    sentences = [sentence for document in bundled_corpus() for sentence in document.text.split(". ")]
    pairs = []
    for _ in range(number):
        original = ""
        while len(original) < CHARACTERS:
            original += draw.choice(sentences) + ". "
        words = [_new_word(draw) if draw.random() < 0.02 else word for word in original[:CHARACTERS].split()]
        pairs.append((" ".join(words), " ".join("[redacted]" if draw.random() < 0.1 else word for word in words)))
    return pairs


def _new_word(draw: random.Random) -> str:
    return "".join(draw.choice("bdklmnrst") + draw.choice("aeiou") for _ in range(4)) + draw.choice(("ing", "ed", "s"))


def main(number: int) -> int:
    """Measure both, compare all figures, report."""
    pairs = texts(number)
    seconds = []
    for _ in range(RUNS):
        stem.cache_clear()
        _overlap._vocabulary.clear()
        started = time.perf_counter()
        ours = [rouge(one, two) for one, two in pairs]
        seconds.append(time.perf_counter() - started)
    scorer = RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
    started = time.perf_counter()
    theirs = [scorer.score(one, two) for one, two in pairs]
    reference = time.perf_counter() - started
    differences = [
        max(abs(own.rouge_1 - other["rouge1"].fmeasure), abs(own.rouge_l - other["rougeL"].fmeasure))
        for own, other in zip(ours, theirs, strict=True)
    ]
    best = min(seconds)
    print(f"{number} pairs of {CHARACTERS} characters, ROUGE-1 and ROUGE-L")
    print(f"rouge-score: {reference:.2f} s")
    print("gyges, empty memo each time: " + ", ".join(f"{s:.3f} s" for s in seconds))
    print(f"best: {reference / best:.0f} times as fast (at least {NEEDED}), worst: {reference / max(seconds):.0f}")
    print(f"largest difference: {max(differences):.1e} (at most {ALLOWED:.0e})")
    return 0 if reference / best >= NEEDED and max(differences) <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS))
