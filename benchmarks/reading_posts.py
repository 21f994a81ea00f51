"""How well the embedded reader reads short posts: ``python benchmarks/reading_posts.py FILE [--read] [--part PART]``.

Prints subject match, fact accuracy of matched people, precision, accuracy per tag, and documents a second. The plain
run starts from an empty draft, ``--read`` goes through the whole reader, ``--show TAG`` lists what was missed.
"""

import argparse
import time
from collections import Counter, defaultdict
from pathlib import Path

from gyges.corpus import bundled_corpus, read_documents
from gyges.reading import _read_text
from gyges.reading._cues import gather
from gyges.reading._reading import Reading
from gyges.reading.genres import posts
from gyges.reading.people._draft import Draft
from gyges.records import Document, Fact, Finding, Subject
from gyges.scoring import score_document

_HELD = (2, 5, 8)
"""Last digits of the places in the file that are held out."""


def read_alone(text: str) -> Reading:
    """Read a text with this genre only."""
    draft = Draft(text)
    posts.add(draft, gather(text))
    return draft.finish()


def read_whole(text: str) -> Reading:
    """Read a text with everything there is."""
    return _read_text.read_text(text)


def finding(document: Document, reading: Reading) -> Finding:
    """Turn a reading into what an attacker found."""
    subjects = tuple(
        Subject(
            person.id,
            person.description,
            tuple(
                Fact(f.tag, f.value, f.certainty, evidence=tuple(document.text[e.start : e.end] for e in f.evidence))
                for f in person.facts
            ),
        )
        for person in reading.people
    )
    return Finding(document.id, "rules", subjects)


def _documents(name: str) -> list[Document]:
    """Return the documents of a file; ``bundled`` gives the bundled posts for development."""
    if name != "bundled":
        return list(read_documents(Path(name)))
    return [one for one in bundled_corpus() if one.meta.get("genre") == "posts" and one.meta.get("split") == "dev"]


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--read", action="store_true")
    parser.add_argument("--part", choices=["all", "dev", "held"], default="all")
    parser.add_argument("--show", default="")
    arguments = parser.parse_args()
    documents = [
        document
        for number, document in enumerate(_documents(str(arguments.file)))
        if arguments.part == "all" or (number % 10 in _HELD) == (arguments.part == "held")
    ]
    read = read_whole if arguments.read else read_alone
    read("warm up")
    start = time.perf_counter()
    readings = [read(document.text) for document in documents]
    seconds = time.perf_counter() - start
    people, found, matched = 0, 0, 0
    tags: dict[str, list[float]] = defaultdict(list)
    misses: Counter[str] = Counter()
    for document, reading in zip(documents, readings, strict=True):
        scored = score_document(document, finding(document, reading))
        found += scored.found
        for one in scored.subjects:
            people += 1
            if one.matched_to is None:
                if arguments.show == "people":
                    print(
                        f"{document.text!r}\n  MISSED {one.truth.description[:90]} of",
                        [p.description for p in reading.people],
                    )
                continue
            matched += 1
            for verdict in one.verdicts:
                tag = verdict.truth.tag
                tags[tag].append(verdict.score or 0.0)
                if (verdict.score or 0.0) < 1:
                    misses[tag] += 1
                    if tag == arguments.show:
                        guess = verdict.guess.value if verdict.guess else None
                        print(
                            f"{document.text[:260]!r}\n  {one.truth.description[:50]} |",
                            f"{verdict.truth.value} <> {guess}",
                        )
        if arguments.show == "extra" and scored.found > sum(s.matched_to is not None for s in scored.subjects):
            taken = {s.matched_to for s in scored.subjects}
            print(
                f"{document.text[:400]!r}\n  EXTRA",
                [p.description for p in reading.people if p.id not in taken],
                "TRUE",
                [s.description[:40] for s in document.subjects or ()],
            )
    scores = [score for group in tags.values() for score in group]
    print(f"{len(documents)} documents, {people} people, {len(documents) / seconds:.0f} documents/s")
    print(
        f"subject match {matched / people:.3f}  fact accuracy {sum(scores) / max(len(scores), 1):.3f} ({len(scores)}) ",
        f"precision {matched / max(found, 1):.3f} ({found} found)",
    )
    for tag, group in sorted(tags.items(), key=lambda item: -len(item[1])):
        print(f"  {tag:24}{sum(group) / len(group):6.3f} of {len(group):4}   lost {len(group) - sum(group):5.1f}")


if __name__ == "__main__":
    main()
