"""How well the embedded reader reads annotated decisions: ``python benchmarks/reading_court.py FILE [--errors]``.

With ``--masked ENTITIES`` the DIRECT and QUASI spans of that file are replaced by ``[TYPE]`` first.
"""

import argparse
import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from gyges.corpus import read_documents
from gyges.reading import Reading, read_text
from gyges.records import Document, Fact, Finding, Subject
from gyges.scoring import ScoredDocument, score_document


@dataclass
class Tally:
    """Counts over documents."""

    people: int = 0
    matched: int = 0
    found: int = 0
    facts: int = 0
    score: float = 0.0
    score_matched: float = 0.0
    facts_matched: int = 0
    tags: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, scored: ScoredDocument) -> None:
        """Count a document in."""
        self.found += scored.found
        for subject in scored.subjects:
            self.people += 1
            self.matched += subject.matched_to is not None
            for verdict in subject.verdicts:
                value = verdict.score or 0.0
                self.facts += 1
                self.score += value
                if subject.matched_to is not None:
                    self.facts_matched += 1
                    self.score_matched += value
                    self.tags[verdict.truth.tag].append(value)

    def show(self, name: str) -> None:
        """Print the figures."""
        match, accuracy = self.matched / max(1, self.people), self.score_matched / max(1, self.facts_matched)
        precision, leak = self.matched / max(1, self.found), self.score / max(1, self.facts)
        print(
            f"{name}: subject match {match:.3f}  fact accuracy {accuracy:.3f}  precision {precision:.3f}"
            f"  leak {leak:.3f}  CPR {1 - leak:.3f}"
        )
        print("   " + "  ".join(f"{tag} {sum(v) / len(v):.2f} ({len(v)})" for tag, v in sorted(self.tags.items())))


def finding(reading: Reading, text: str, id: str) -> Finding:
    """Turn a reading into a finding."""
    subjects = tuple(
        Subject(
            person.id,
            person.description,
            tuple(
                Fact(
                    f.tag,
                    f.value,
                    f.certainty,
                    evidence=tuple(dict.fromkeys(text[e.start : e.end] for e in f.evidence)),
                )
                for f in person.facts
                if f.certainty >= 3
            ),
        )
        for person in reading.people
    )
    return Finding(id, "rules", subjects, {})


def masked(path: Path) -> dict[str, str]:
    """Return the texts of a span file with DIRECT and QUASI spans replaced by their type."""
    texts: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = row["text"]
        spans = sorted(
            {
                (e["start_offset"], e["end_offset"], e["entity_type"])
                for e in row["entities"]
                if e["identifier_type"] != "NO_MASK"
            },
            reverse=True,
        )
        last = len(text) + 1
        for start, end, type_ in spans:
            if end <= last:
                text = f"{text[:start]}[{type_}]{text[end:]}"
                last = start
        texts[row["metadata"]["data_id"]] = text
    return texts


def errors(document: Document, result: Finding, scored: ScoredDocument) -> None:
    """Print what went wrong in a document."""
    taken = {subject.matched_to for subject in scored.subjects}
    print("==", document.id)
    for subject in scored.subjects:
        wrong = [
            f"{v.truth.tag}: {v.truth.value!r} <- {v.guess.value if v.guess else None!r} ({v.score})"
            for v in subject.verdicts
            if v.score != 1
        ]
        if subject.matched_to is None:
            print("   MISSED", subject.truth.description)
        elif wrong:
            print("  ", subject.truth.description[:60], "|", "; ".join(wrong))
    for person in result.subjects:
        if person.id not in taken:
            print("   EXTRA", person.description, "|", "; ".join(f"{f.tag}={f.value}" for f in person.facts))


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--masked", type=Path)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--held-out", action="store_true", help="report every third document apart")
    options = parser.parse_args()
    texts = masked(options.masked) if options.masked else {}
    tallies: dict[str, Tally] = defaultdict(Tally)
    heads: Counter[str] = Counter()
    spent, count = 0.0, 0
    read_text("The applicant lives in Rome.")
    for number, document in enumerate(read_documents(options.file)):
        part = "held-out" if options.held_out and number % 3 == 2 else "dev"
        text = texts.get(document.id, document.text)
        started = time.perf_counter()
        result = finding(read_text(text), text, document.id)
        spent, count = spent + time.perf_counter() - started, count + 1
        scored = score_document(document, result)
        tallies[part].add(scored)
        if options.errors and part == "dev":
            errors(document, result, scored)
            taken = {subject.matched_to for subject in scored.subjects}
            heads.update(
                f"{'ok ' if p.id in taken else 'BAD'} {p.description.split(' - ')[-1]}" for p in result.subjects
            )
    for part, tally in tallies.items():
        tally.show(part)
    print(f"{count / max(spent, 1e-9):.0f} documents/s")
    if options.errors:
        print("\n".join(f"{n:4} {head}" for head, n in heads.most_common(60)))


if __name__ == "__main__":
    main()
