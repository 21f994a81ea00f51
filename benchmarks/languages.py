"""How well texts in other languages are masked and read.

Run: PYTHONPATH=. python benchmarks/languages.py [FILE ...] [--method METHOD[@LEVEL]] [--errors] [--spans] [--texts]

Documents are read as `training.languages` reads them, by default those in ``training/languages``; they are masked by
a method, ``mask`` by default, and attacked and scored as by ``gyges validate``. A method may be named with a level
(``subjectwise@strong``). What the rules still tell of the annotated people from its releases is given as CPR, the share
of facts that stay protected. ``--errors`` lists people missed and facts wrong, ``--spans`` mentions that still show and
what is hidden for nothing, ``--texts`` prints the releases. Exit 1 below the figures asked for of ``mask``.
"""

import argparse
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import anyio
from training.languages import language_documents, language_of

from gyges.anonymizers import Anonymizer, Tools, open_anonymizer
from gyges.attacks import open_attacker
from gyges.errors import RewriteFailedError, UnreadError
from gyges.models import ModelPool
from gyges.records import Document, Finding, Release
from gyges.scoring import (
    Rate,
    ScoredDocument,
    ScoredSubject,
    rouge,
    score_labelled_async,
    span_recall,
    unscored_document,
    validate,
)

LEAST = {"R": 0.85, "ER direct": 0.95, "subject match": 0.70, "fact accuracy": 0.50}
WORD = re.compile(r"\w+")

ADDRESSES = frozenset(("frau", "herr", "herrn", "don", "doña", "señor", "señora", "señorita"))


async def attacked(documents: Sequence[Document]) -> list[tuple[ScoredDocument, Finding | None]]:
    """Attack by rules and score as ``gyges validate`` does."""
    rows: list[tuple[ScoredDocument, Finding | None]] = []
    async with ModelPool() as pool:
        attacker = open_attacker("rules", pool)
        for document in documents:
            try:
                finding = await attacker.attack(document.text, id=document.id)
            except UnreadError as error:
                rows.append((unscored_document(document.id, document.subjects or (), str(error)), None))
            else:
                rows.append((await score_labelled_async(document, finding), finding))
    return rows


async def masked(documents: Sequence[Document], method: str) -> list[Release]:
    """Anonymize; what the method refuses counts as wholly unmasked."""
    name, _, level = method.partition("@")
    async with ModelPool() as pool:
        anonymizer = open_anonymizer(name, Tools(pool), {"level": level} if level else {})
        return [await _release(anonymizer, document) for document in documents]


async def _release(anonymizer: Anonymizer, document: Document) -> Release:
    try:
        return await anonymizer.anonymize(Document(document.id, document.text))
    except RewriteFailedError as error:
        print("  not masked:", error)
        return Release(document.id, document.text, "mask", {"edits": [{"start": 0, "end": 0, "text": ""}]})


async def protected(documents: Sequence[Document], releases: Sequence[Release]) -> list[ScoredDocument]:
    """Attack releases by rules and score what is told of the annotated people; an unread release tells everything."""
    rows: list[ScoredDocument] = []
    async with ModelPool() as pool:
        attacker = open_attacker("rules", pool)
        for document, made in zip(documents, releases, strict=True):
            try:
                finding = await attacker.attack(made.text, id=document.id)
            except UnreadError as error:
                rows.append(unscored_document(document.id, document.subjects or (), str(error)))
            else:
                rows.append(await score_labelled_async(document, finding))
    return rows


def show_protection(
    documents: Sequence[Document], releases: Sequence[Release], scored: Sequence[ScoredDocument]
) -> None:
    """Print what stays protected, with and without the sexes of people, and how much of the words stays."""
    verdicts = [one for row in scored for subject in row.subjects for one in subject.verdicts]
    shown = []
    for name, kept in (("CPR", verdicts), ("CPR without sexes", [one for one in verdicts if one.truth.tag != "SEX"])):
        shown.append(f"{name} {1 - sum(one.score or 0.0 for one in kept) / max(1, len(kept)):.3f}")
    unread = sum(1 for row in scored if row.failed)
    utility = sum(rouge(one.text, made.text).rouge_l for one, made in zip(documents, releases, strict=True))
    shown.append(f"of {len(verdicts)} facts; {unread} releases not read; ROUGE-L {utility / len(documents):.3f}")
    print("  " + "  ".join(shown))


def without_addresses(document: Document) -> Document:
    """Return a document whose names are marked without the form of address before them: ``Frau``, ``don``.

    A letter behind it is no name, and a sentence cannot do without it.
    """
    mentions = []
    for mention in document.mentions or ():
        form, _, name = mention.text.partition(" ")
        if name and mention.type == "PERSON" and form.lower() in ADDRESSES:
            mention = replace(mention, start=mention.start + len(form) + 1, text=name)
        mentions.append(mention)
    return replace(document, mentions=tuple(mentions))


def show_masking(documents: Sequence[Document], releases: Sequence[Release], speed: float) -> dict[str, float]:
    """Print how much of what must be hidden is, and what else is."""
    rates = span_recall(documents, releases, mode="offsets")
    words = idle = hidden = outside = 0
    for document, one in zip(documents, releases, strict=True):
        masked, true = _covered(document, _spans(one)), _covered(document, _true(document))
        for match in WORD.finditer(document.text):
            is_masked, is_outside = 0 not in masked[slice(*match.span())], 1 not in true[slice(*match.span())]
            words, hidden = words + 1, hidden + is_masked
            outside, idle = outside + is_outside, idle + (is_outside and is_masked)
    print(f"  {_shown('R', rates.recall)}  {_shown('ERdi', rates.er_direct)}  {_shown('ERqi', rates.er_quasi)}")
    aside = span_recall([without_addresses(one) for one in documents], releases, mode="offsets").er_direct
    print(f"  {_shown('ERdi, forms of address aside', aside)}")
    print("  " + "  ".join(f"{name} {rate.value:.2f}" for name, rate in sorted(rates.by_type.items())))
    print(f"  {hidden / words:.3f} of all words masked, {idle / max(1, outside):.3f} of those outside mentions")
    print(f"  {speed:.0f} documents a second masked")
    return {"R": rates.recall.value or 0.0, "ER direct": rates.er_direct.value or 0.0}


def show_reading(scored: Sequence[ScoredDocument]) -> dict[str, float]:
    """Print who was found, and how much of them is right."""
    result = validate(scored)
    print(f"  {_shown('subject match', result.subject_match)}  {_shown('fact accuracy', result.fact_accuracy)}")
    print(f"  {_shown('precision', result.subject_precision)}  {_shown('facts of all', result.fact_accuracy_all)}")
    print("  " + "  ".join(f"{tag} {rate.value:.2f} ({rate.denominator:.0f})" for tag, rate in result.by_tag.items()))
    print(f"  {result.coverage.attacked} of {result.coverage.documents} documents attacked")
    return {"subject match": result.subject_match.value or 0.0, "fact accuracy": result.fact_accuracy.value or 0.0}


def show_errors(scored: ScoredDocument, finding: Finding | None) -> None:
    """List whom the attacker missed, what it got wrong, and whom it made up."""
    print("==", scored.id, scored.failed or "")
    for subject in scored.subjects:
        wrong = "; ".join(_wrong(subject))
        if subject.matched_to is None:
            print("   MISSED", subject.truth.description)
        elif wrong:
            print("  ", subject.truth.description[:60], "|", wrong)
    taken = {subject.matched_to for subject in scored.subjects}
    for person in finding.subjects if finding else ():
        if person.id not in taken:
            print("   EXTRA", person.description, "|", "; ".join(f"{fact.tag}={fact.value}" for fact in person.facts))


def show_spans(document: Document, made: Release) -> None:
    """List mentions that still show, and what is hidden outside of all mentions."""
    hidden, true = _covered(document, _spans(made)), _covered(document, _true(document))
    words = [match.span() for match in WORD.finditer(document.text)]
    left = [
        m
        for m in document.mentions or ()
        if any(m.start <= start and end <= m.end and 0 in hidden[start:end] for start, end in words)
    ]
    idle = [edit for edit in _edits(made) if 1 not in true[edit["start"] : edit["end"]]]
    print("==", document.id, "| SHOWS", "; ".join(f"{m.type} {m.text}" for m in left))
    print("   HIDDEN FOR NOTHING", "; ".join(f"{e['text']} {document.text[e['start'] : e['end']]}" for e in idle))


def _shown(name: str, rate: Rate) -> str:
    return f"{name} {rate.value or 0:.3f} [{rate.low or 0:.3f}, {rate.high or 0:.3f}] of {rate.denominator:,.0f}"


def _edits(made: Release) -> list[dict[str, Any]]:
    edits: Any = made.trace.get("edits") or []
    return list(edits)


def _spans(made: Release) -> list[tuple[int, int]]:
    return [(edit["start"], edit["end"]) for edit in _edits(made)]


def _true(document: Document) -> list[tuple[int, int]]:
    return [(mention.start, mention.end) for mention in document.mentions or ()]


def _wrong(subject: ScoredSubject) -> list[str]:
    return [
        f"{one.truth.tag}: {one.truth.value!r} <- {one.guess.value if one.guess else None!r} ({one.score})"
        for one in subject.verdicts
        if one.score != 1
    ]


def _covered(document: Document, spans: Sequence[tuple[int, int]]) -> bytearray:
    covered = bytearray(len(document.text))
    for start, end in spans:
        covered[start:end] = b"\x01" * (end - start)
    return covered


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--method", default="mask")
    parser.add_argument("--texts", action="store_true")
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--spans", action="store_true")
    given = parser.parse_args()
    short = []
    for language, group in groupby(sorted(language_documents(given.files), key=language_of), key=language_of):
        documents = list(group)
        rows = anyio.run(attacked, documents)
        for row in rows if given.errors else ():
            show_errors(*row)
        started = time.process_time()
        releases = anyio.run(masked, documents, given.method)
        speed = len(documents) / (time.process_time() - started)
        for pair in zip(documents, releases, strict=True) if given.spans else ():
            show_spans(*pair)
        for made in releases if given.texts else ():
            print(f"== {made.id}\n{made.text}")
        print(f"{language}: {len(documents)} documents, {given.method}")
        show_protection(documents, releases, anyio.run(protected, documents, releases))
        figures = show_masking(documents, releases, speed) | show_reading([scored for scored, _ in rows])
        asked = LEAST if given.method == "mask" else {}
        short += [f"{language} {name}" for name, value in figures.items() if value < asked.get(name, 0.0)]
    if short:
        print("below what is asked for: " + ", ".join(short))
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
