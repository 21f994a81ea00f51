"""How fast is the embedded reader, how long does it load, how much memory does it take?

Run: python benchmarks/rules_speed.py [FILE]   (exit 1 below 25 documents/s, above 1 s or 300 MB; aim: 100/s)
Without a file, texts of the length of court judgments (3,900 characters) are put together from the bundled corpus.
"""

import resource
import sys
import time

from gyges.corpus import bundled_corpus, read_documents

LENGTH, REPEATS = 3900, 3
AIM_PER_SECOND = 100
LEAST_PER_SECOND, MOST_SECONDS, MOST_MEGABYTES = 25, 1.0, 300  # generous: other work may run beside it


def texts() -> list[str]:
    """Return the texts to read."""
    if len(sys.argv) > 1:
        return [document.text for document in read_documents(sys.argv[1])]
    whole = "\n\n".join(document.text for document in bundled_corpus())
    return [whole[start : start + LENGTH] for start in range(0, len(whole) - LENGTH, LENGTH)]


def main() -> int:
    """Measure and report."""
    chosen = texts()
    started = time.process_time()
    from gyges.reading import read_text

    read_text("Ana Lopez, a nurse, lives in Porto.")
    load = time.process_time() - started
    best = float("inf")
    for _ in range(REPEATS):
        started = time.process_time()
        for text in chosen:
            read_text(text)
        best = min(best, time.process_time() - started)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    length = sum(map(len, chosen)) / len(chosen)
    speed = len(chosen) / best
    print(f"{len(chosen)} texts of {length:,.0f} characters: {speed:.0f} a second on one core (aim: {AIM_PER_SECOND})")
    print(f"loaded in {load:.2f} s, {megabytes:.0f} MB")
    return 0 if speed >= LEAST_PER_SECOND and load <= MOST_SECONDS and megabytes <= MOST_MEGABYTES else 1


if __name__ == "__main__":
    sys.exit(main())
