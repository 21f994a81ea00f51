"""How varied the documents of the factory are, and how quickly they are made.

Run: python benchmarks/factory_variety.py [COUNT]   (exit 1 below 300 documents a second of processor time, or when a
document is more than half the same as another one)
"""

import sys
import time

from gyges.factory import GENRES, make_documents, pattern_count, variety

COUNT = 3000
LEAST_A_SECOND = 300
MOST_ALIKE = 0.01


def main(count: int) -> int:
    """Make, measure, print; say whether the targets were met."""
    list(make_documents(len(GENRES)))  # so that reading the files is not counted
    begin = time.process_time()
    documents = list(make_documents(count))
    a_second = count / (time.process_time() - begin)
    figures = variety(documents)
    print(f"documents {count}, genres {len(GENRES)}, patterns {pattern_count()}, used {figures.patterns}")
    print(f"made in a second of processor time: {a_second:.0f} (at least {LEAST_A_SECOND})")
    print(f"words {figures.words:.0f}, subjects {figures.subjects:.2f}, facts {figures.facts:.1f} a document")
    print("distinct 1-4-grams: " + ", ".join(f"{share:.3f}" for share in figures.distinct))
    print(f"nearest neighbour (Jaccard of 5-word shingles): {figures.nearest:.3f}")
    print(f"more than half the same as another: {figures.near_duplicates:.4f} (at most {MOST_ALIKE})")
    for genre in GENRES:
        one = variety(make_documents(count // len(GENRES), genres=[genre]))
        print(
            f"  {genre:<11} words {one.words:5.0f}  distinct 4-grams {one.distinct[3]:.3f}  nearest {one.nearest:.3f}"
        )
    return 0 if a_second >= LEAST_A_SECOND and figures.near_duplicates <= MOST_ALIKE else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT))
