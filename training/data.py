"""Writes what the training reads: ``python -m training.data --base GGUF --out FOLDER [--factory N] [--corpus FILE]``.

Three files come out: ``examples.npz`` (token ids, NumPy only, so that the machine that trains needs no tokenizer),
``examples.json`` (what each example is), ``test.jsonl`` (the documents behind the examples that are only tested on).
"""

import argparse
import json
import random
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np

from gyges.attacks import RulesAttack, finding_of
from gyges.attacks.tiny._prompt import ANSWERS
from gyges.corpus import bundled_corpus, read_documents, write_documents
from gyges.records import Document, Subject
from gyges.scoring import align, compare_values
from training.asked import Asked, asked_about
from training.examples import Example, examples_of, role_of
from training.gguf import Gguf
from training.readings import FOLDER as READINGS
from training.readings import MEASURED_METHOD, is_measured, readings
from training.releases import Checked, checked, kept_for_tests, listed
from training.tokens import Tokens
from training.veiled import STYLES, veiled
from training.written import written_documents

FOLDS = 5
LONGEST = 3072
"""Tokens of the longest example; longer ones are left out and counted."""

MOST_JOINED = 6
_VERSION = re.compile(rf"-(?:{'|'.join(STYLES)})$|@.*$")
RELEASES, MEASURED = "releases", "measured"  # the same word in training.train, which needs no package
"""Sources: releases that a strong reader read, to train on and for measuring only."""
WATCH, WATCHED = "written-watch", 8
"""One in so many written documents is not trained on; ``--watch written-watch`` lets them say when to stop."""

TEST_SEED = 7_000_003  # documents that are only tested on come from another seed


@dataclass(frozen=True)
class Sourced:
    """A document, where it is from, and what it is for."""

    document: Document
    source: str  # a factory genre, or the name of a corpus
    use: str  # train, test, fold: trained on except in its own fold, or measure: never trained on
    masked: bool = False
    checks: Checked | None = None


def factory(count: int, seed: int, use: str, masked_share: float, genres: list[str] | None = None) -> Iterator[Sourced]:
    """Return invented documents."""
    from gyges.factory import make_documents

    for document in make_documents(count, seed=seed, genres=genres, masked_share=masked_share):
        renamed = replace(document, id=f"{use}-{document.id}")
        yield Sourced(renamed, str(document.meta["genre"]), use, "mask" in document.meta)


def joined(documents: Iterable[Sourced], share: float, seed: int) -> Iterator[Sourced]:
    """Put some documents of a genre one after the other: texts of the factory are short, those of users may be long.

    Only texts without an author are joined, because two authors would be one.
    """
    draw = random.Random(seed)  # noqa: S311
    waiting: dict[str, list[Sourced]] = {}
    for one in documents:
        writes = any("author" in role_of(subject) for subject in one.document.subjects or ())
        if writes or one.masked or draw.random() >= share:
            yield one
            continue
        kept = waiting.setdefault(one.source, [])
        kept.append(one)
        if len(kept) == draw.choice((2, 3, 3, 5)) or len(kept) == MOST_JOINED:
            yield replace(one, document=_one(waiting.pop(one.source)))


def _one(parts: list[Sourced]) -> Document:
    subjects = [
        replace(subject, id=f"{number}-{subject.id}")
        for number, part in enumerate(parts)
        for subject in part.document.subjects or ()
    ]
    text = "\n\n".join(part.document.text for part in parts)
    return replace(parts[-1].document, text=text, subjects=tuple(subjects), mentions=None)


def corpus(path: Path) -> Iterator[Sourced]:
    """Return annotated documents of a file, with evidence where the embedded reader found the same fact."""
    for document in read_documents(path):
        yield Sourced(with_evidence(document), path.stem, "fold")


def written() -> Iterator[Sourced]:
    """Return the documents of ``training/written``, those written for the readings, and the bundled ones.

    Those of which no release was read are also given masked. Some are kept to tell when to stop. The test half of the
    bundled corpus is left out, and so is every document whose releases are for measuring only: who knows an original
    reads its releases too well.
    """
    read = {reading.document.id for reading in readings()}
    bundled = (with_evidence(one) for one in bundled_corpus() if not kept_for_tests(one))
    for document in chain(written_documents(), written_documents("documents_*.txt", folder=READINGS), bundled):
        if document.subjects is not None and is_measured(document.id):
            continue
        kept = is_watched(document.id)
        source, use = (WATCH, "test") if kept else ("written", "fold")
        yield Sourced(document, source, use)
        if document.subjects is not None and not kept and document.id not in read:
            yield Sourced(veiled(document, document.id), "written", "fold", masked=True)


def is_watched(id: str) -> bool:
    """Whether a written document is kept to tell when to stop."""
    return zlib.crc32(id[::-1].encode()) % WATCHED == 0


def releases() -> Iterator[Sourced]:
    """Return the releases that a strong reader read, with the people it listed and with questions about true facts.

    Those for measuring only are asked about after the training and never trained on. The method kept for measuring
    and the test half of the bundled corpus are left out elsewhere.
    """
    for reading in readings():
        if is_measured(reading.document.id):
            source, use = MEASURED, "measure"
        elif reading.release.method == MEASURED_METHOD or kept_for_tests(reading.document):
            continue
        else:
            source, use = (WATCH, "test") if is_watched(reading.document.id) else (RELEASES, "fold")
        yield Sourced(listed(reading), source, use, reading.release.method != "none", checked(reading))


def masked(path: Path) -> Iterator[Sourced]:
    """Return masked versions of the documents of a corpus: never trained on, tested on in the fold of their id."""
    for document in read_documents(path):
        yield Sourced(document, path.stem, "fold-test", masked=True)


def with_evidence(document: Document) -> Document:
    """Add the words from which the embedded reader concluded the same; a model learns what a quote is from them."""
    reader = RulesAttack()
    found = finding_of(reader.read(document.text), document.text, document.id, reader.name)
    matches = align(document.subjects or (), found.subjects, document.text)
    by_id = {subject.id: subject for subject in found.subjects}
    return replace(
        document, subjects=tuple(_evidenced(s, by_id.get(matches.get(s.id, ""))) for s in document.subjects or ())
    )


def _evidenced(subject: Subject, found: Subject | None) -> Subject:
    facts = []
    for fact in subject.facts:
        same = [
            guess
            for guess in (found.facts if found else ())
            if guess.tag == fact.tag and guess.evidence and compare_values(fact.tag, fact.value, guess.value).score == 1
        ]
        facts.append(replace(fact, evidence=same[0].evidence) if same and not fact.evidence else fact)
    return replace(subject, facts=tuple(facts))


def fold_of(id: str) -> int:
    """Return the fold of a document; its masked version is in the same one."""
    return zlib.crc32(bare_id(id).encode()) % FOLDS


def bare_id(id: str) -> str:
    """Return the id of the document of which this may be a masked version or a release."""
    return _VERSION.sub("", id)


def write(documents: Iterable[Sourced], tokens: Tokens, out: Path) -> Counter[str]:
    """Write the examples of all documents."""
    out.mkdir(parents=True, exist_ok=True)
    ids: list[np.ndarray] = []
    rows: list[dict[str, object]] = []
    tested: dict[str, Document] = {}
    tally: Counter[str] = Counter()
    for one in documents:
        if one.use != "train":
            tested[f"{one.source}/{one.document.id}"] = replace(one.document, id=f"{one.source}/{one.document.id}")
        made = [_answered(example, tokens) for example in examples_of(one.document)]
        if one.checks is not None and one.checks.asked:
            made += _packed("check", one.checks, tokens)
        asked = asked_about(one.document) if one.use != "train" else None
        if asked is not None:
            made += _packed("person", asked, tokens)
        for row, of_row in made:
            if len(of_row) > LONGEST:
                tally["too long"] += 1
                continue
            tally[f"{one.use} {row['task']}{' masked' if one.masked else ''}"] += 1
            ids.append(np.array(of_row, np.uint16))
            rows.append(
                {
                    "id": f"{one.source}/{one.document.id}",
                    "source": one.source,
                    "use": one.use,
                    "masked": one.masked,
                    "fold": fold_of(one.document.id),
                    "length": len(of_row),
                    **row,
                }
            )
    np.savez_compressed(out / "examples.npz", tokens=np.concatenate(ids), lengths=np.array([len(i) for i in ids]))
    (out / "examples.json").write_text(json.dumps(rows), encoding="utf-8")
    write_documents(tested.values(), out / "test.jsonl", force=True)
    tally["tokens"] = sum(map(len, ids))
    return tally


def _answered(example: Example, tokens: Tokens) -> tuple[dict[str, object], list[int]]:
    prompt, answer = tokens.encode(example.prompt), tokens.encode(example.answer)
    return {"window": example.window, "task": example.task, "prompt": len(prompt)}, prompt + answer


def _packed(task: str, checks: Checked | Asked, tokens: Tokens) -> Iterator[tuple[dict[str, object], list[int]]]:
    """Put questions about a text behind it, as many as there is room for; the training keeps them apart."""
    shared = tokens.encode(checks.shared)
    asked = [
        (tokens.encode(question), tokens.encode(answer))
        for question, answer in zip(checks.asked, checks.answers, strict=True)
    ]
    rows: list[list[tuple[list[int], list[int]]]] = [[]]
    for question, answer in asked:
        used = sum(len(q) + len(a) for q, a in rows[-1])
        if rows[-1] and len(shared) + used + len(question) + len(answer) > LONGEST:
            rows.append([])
        rows[-1].append((question, answer))
    said = [tokens.encode(word)[0] for word in ANSWERS]
    for number, parts in enumerate(rows):
        row = {"window": number, "task": task, "prompt": len(shared), "answers": said}
        lengths = [[len(question), len(answer)] for question, answer in parts]
        yield {**row, "parts": lengths}, [*shared, *chain.from_iterable(q + a for q, a in parts)]


def main() -> int:
    """Make the data."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="the GGUF file with the base weights")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--factory", type=int, default=0, help="invented documents to train on")
    parser.add_argument("--factory-test", type=int, default=0, help="invented documents to test on, plain")
    parser.add_argument("--masked-share", type=float, default=0.35)
    parser.add_argument("--joined-share", type=float, default=0.4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--written", action="store_true", help="training/written and the bundled corpus too")
    parser.add_argument("--readings", action="store_true", help="releases that a strong reader read too")
    parser.add_argument("--corpus", type=Path, action="append", default=[], help="annotated documents, such as SPIA's")
    parser.add_argument("--masked", type=Path, action="append", default=[], help="masked versions, tested on only")
    given = parser.parse_args()
    parts: list[Iterable[Sourced]] = [*map(corpus, given.corpus), *map(masked, given.masked)]
    if given.written:
        parts.append(written())
    if given.readings:
        parts.append(releases())
    if given.factory:
        made = factory(given.factory, given.seed, "train", given.masked_share)
        parts.append(joined(made, given.joined_share, given.seed))
    if given.factory_test:
        parts.append(factory(given.factory_test, TEST_SEED, "test", 0.0))
        parts.append(factory(given.factory_test // 2, TEST_SEED + 1, "test", 1.0))
    tally = write(chain.from_iterable(parts), Tokens(Gguf(given.base)), given.out)
    for name, count in tally.items():
        sys.stdout.write(f"{name}: {count:,}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
