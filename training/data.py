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
from gyges.corpus import bundled_corpus, read_documents, write_documents
from gyges.records import Document, Subject
from gyges.scoring import align, compare_values
from training.examples import examples_of, role_of
from training.gguf import Gguf
from training.tokens import Tokens
from training.veiled import STYLES, veiled
from training.written import written_documents

FOLDS = 5
LONGEST = 3072
"""Tokens of the longest example; longer ones are left out and counted."""

MOST_JOINED = 6
_STYLE = re.compile(rf"-(?:{'|'.join(STYLES)})$")
WATCH, WATCHED = "written-watch", 8
"""One in so many written documents is not trained on; ``--watch written-watch`` lets them say when to stop."""

TEST_SEED = 7_000_003  # documents that are only tested on come from another seed


@dataclass(frozen=True)
class Sourced:
    """A document, where it is from, and what it is for."""

    document: Document
    source: str  # a factory genre, or the name of a corpus
    use: str  # train, test, or fold: trained on except in its own fold
    masked: bool = False


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
    """Return the documents of ``training/written`` and the bundled ones, as they are and masked.

    Some are kept to tell when to stop. The test half of the bundled corpus is left out.
    """
    bundled = (with_evidence(one) for one in bundled_corpus() if one.meta["split"] == "dev")
    for document in chain(written_documents(), bundled):
        kept = zlib.crc32(document.id[::-1].encode()) % WATCHED == 0
        source, use = (WATCH, "test") if kept else ("written", "fold")
        yield Sourced(document, source, use)
        if document.subjects is not None and not kept:
            yield Sourced(veiled(document, document.id), "written", "fold", masked=True)


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
    """Return the id of the document of which this may be a masked version."""
    return _STYLE.sub("", id)


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
        for example in examples_of(one.document):
            prompt, answer = tokens.encode(example.prompt), tokens.encode(example.answer)
            if len(prompt) + len(answer) > LONGEST:
                tally["too long"] += 1
                continue
            tally[f"{one.use} {example.task}{' masked' if one.masked else ''}"] += 1
            ids.append(np.array(prompt + answer, np.uint16))
            rows.append(
                {
                    "id": f"{one.source}/{one.document.id}",
                    "window": example.window,
                    "task": example.task,
                    "source": one.source,
                    "use": one.use,
                    "masked": one.masked,
                    "fold": fold_of(one.document.id),
                    "prompt": len(prompt),
                    "length": len(prompt) + len(answer),
                }
            )
    np.savez_compressed(out / "examples.npz", tokens=np.concatenate(ids), lengths=np.array([len(i) for i in ids]))
    (out / "examples.json").write_text(json.dumps(rows), encoding="utf-8")
    write_documents(tested.values(), out / "test.jsonl", force=True)
    tally["tokens"] = sum(map(len, ids))
    return tally


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
    parser.add_argument("--corpus", type=Path, action="append", default=[], help="annotated documents, such as SPIA's")
    parser.add_argument("--masked", type=Path, action="append", default=[], help="masked versions, tested on only")
    given = parser.parse_args()
    parts: list[Iterable[Sourced]] = [*map(corpus, given.corpus), *map(masked, given.masked)]
    if given.written:
        parts.append(written())
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
