"""Prepare what the reader `local` learns from, and write what it learned as an adapter for llama.cpp.

Run: python -m training.local prepare BASE.gguf EXAMPLES.npz
     python -m training.lora EXAMPLES.npz BASE.gguf OUT        (a large GPU, four minutes)
     python -m training.local export OUT/factors.npz ADAPTER.gguf
     python -m training.local measure BASE.gguf OUT/answers.json

BASE.gguf is Qwen2.5-Coder-1.5B-Instruct, Q4_K_M (`gyges models get local`). It learns the recorded readings of a strong
language model, but those kept for measuring (`training.readings.is_measured`), and originals nobody read with what they
tell; one document in 16 is watched. ``measure`` says how much of what strong readers tell it tells, on releases of
watched and of kept documents.
"""

import argparse
import hashlib
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from gyges.attacks._people import merge_windows
from gyges.attacks.local._answers import (
    MOST_CODES,
    PEOPLE,
    SOMEBODY,
    LineFact,
    LinePerson,
    beginning,
    people_prompt,
    plain,
    read_people,
    write_people,
)
from gyges.attacks.local._attack import _subject
from gyges.reading import QuoteFinder
from gyges.records import Document, Finding, Kind, Release, Subject, Verdict, taxonomy
from gyges.scoring import Alignment, score_document
from training.estimate import OPEN, by_rules
from training.gguf import write_gguf
from training.readings import PlainReading, Reading, documents, is_measured, more_readings, readings

LONGEST, WATCHED_OF, MOST_FORMS, LONGEST_HEAD, MOST_WORDS, MOST_ALIKE = 3072, 16, 3, 70, 6, 6
MASK = re.compile(r"\[[^\]]*\]")
DECODED = {"none": 30, "mask": 40, "standard": 40, "strong": 30}
"""How many kept releases of each method are read to measure."""
SEED = 7


def is_watched(id: str) -> bool:
    """Return True for a document that nothing is learned from, so that it says when to stop."""
    return int(hashlib.sha256(f"local:{id}".encode()).hexdigest()[:8], 16) % WATCHED_OF == 0


@dataclass(frozen=True, slots=True)
class Example:
    """A text with the people whom a reader listed in it, or whom it holds."""

    id: str
    source: str  # "reading", "more" or "truth"
    method: str
    text: str
    people: tuple[Subject, ...]
    measured: bool = False


def examples() -> Iterator[Example]:
    """Return what a model can learn from or be measured on: readings, and originals nobody read with what they tell."""
    for one in readings():
        yield Example(
            one.document.id, "reading", one.release.method, one.release.text, one.finding.subjects, one.measured
        )
    for more in more_readings():
        release = more.release
        yield Example(release.id, "more", f"{more.language} {release.method}", release.text, more.people, more.measured)
    read = {one.document.id for one in readings() if one.release.method == "none"}
    for id, document in documents().items():
        if id not in read and document.subjects and not is_measured(id) and not is_watched(id):
            people = tuple(_shown(subject) for subject in document.subjects)
            yield Example(id, "truth", "none", document.text, people)


def _shown(subject: Subject) -> Subject:
    """Return a true person as a reader would list one."""
    names = [words for fact in subject.facts if fact.tag == "NAME" for words in (*fact.evidence, fact.value)]
    called = tuple(dict.fromkeys((*subject.called, *names)))
    return replace(subject, description=f"{SOMEBODY} - {subject.description}", called=called)


def answer(people: Sequence[Subject], text: str) -> str:
    """Return what a reader listed, a line a person in the order of the text; nobody is called like another."""
    lines: dict[str, LinePerson] = {}
    for subject in sorted(people, key=lambda one: _place(one, text)):
        person = _line(subject, text, lines)
        lines.setdefault(beginning(person.head), person)
    return write_people(lines.values())


def _place(subject: Subject, text: str) -> int:
    """Return where somebody stands first: by words that stand there only, if there are any."""
    words = [*subject.called, *(quote for fact in subject.facts for quote in fact.evidence)]
    once = [text.index(one) for one in words if text.count(one) == 1]
    return min(once or [text.index(one) for one in words if one in text], default=len(text))


def _line(subject: Subject, text: str, before: Container[str]) -> LinePerson:
    forms = [plain(form) for form in subject.called if form in text][:MOST_FORMS]
    named = any(MASK.sub("", form).strip(" .,:") for form in forms)
    tries = [forms] if named else []
    tries += [[*forms, words] for words in _words_of(subject, text)]
    tries += [[*(forms or [SOMEBODY]), f"({number})"] for number in range(2, MOST_ALIKE + 1)]
    forms = next((one for one in tries if f"{' / '.join(one)} - " not in before), tries[-1])
    _, _, what = subject.description.partition(" - ")
    facts = []
    for tag in PEOPLE.tags:
        options = PEOPLE.options.get(tag)
        told = sorted((one for one in subject.facts if one.tag == tag), key=lambda one: -one.certainty)
        for fact in told[: MOST_CODES if taxonomy("spia")[tag].kind is Kind.CODE else 1]:
            quote = next((one for one in fact.evidence if one in text and plain(one) != plain(fact.value)), "")
            if not options or fact.value in options:
                facts.append(LineFact(tag, fact.value, quote, fact.certainty))
    head = f"{' / '.join(forms) or SOMEBODY} - {plain(what)[:LONGEST_HEAD] or SOMEBODY}"
    return LinePerson(head, tuple(facts))


def _words_of(subject: Subject, text: str) -> list[str]:
    """Return words that tell of somebody, in quotation marks: first those that stand only once, by their places."""
    quotes = {quote for fact in subject.facts for quote in fact.evidence if quote in text}
    order = sorted(quotes, key=lambda quote: (text.count(quote) > 1, text.index(quote), len(quote)))
    return [f'"{" ".join(plain(quote).split()[:MOST_WORDS])}"' for quote in order]


def _asked() -> Iterator[Reading]:
    """Return the readings that are answered after training: the watched ones, then some of those kept for measuring."""
    yield from (one for one in readings() if not one.measured and is_watched(one.document.id))
    kept = [one for one in readings() if one.measured]
    random.Random(SEED).shuffle(kept)  # noqa: S311
    for method, count in DECODED.items():
        yield from [one for one in kept if one.release.method == method][:count]


def _asked_more() -> list[PlainReading]:
    """Return the readings without who is who that are watched or kept for measuring."""
    return [one for one in more_readings() if one.measured or is_watched(one.release.id)]


def prepare(base: Path, out: Path) -> None:
    """Write token ids of questions and answers, and of the questions that measure."""
    from transformers import AutoTokenizer

    tokens = AutoTokenizer.from_pretrained(base.parent, gguf_file=base.name)

    def ids(text: str) -> list[int]:
        return tokens(text, add_special_tokens=False)["input_ids"]  # type: ignore[no-any-return]

    packed: dict[str, list[list[int]]] = {"question": [], "answer": [], "asked": []}
    chosen, left_out = [], 0
    for one in examples():
        if one.measured:
            continue
        question, told = ids(people_prompt(one.text)), ids(answer(one.people, one.text) + "<|im_end|>")
        if len(question) + len(told) > LONGEST:
            left_out += 1
            continue
        packed["question"].append(question)
        packed["answer"].append(told)
        chosen.append(one)
    for release in [*(one.release for one in _asked()), *(one.release for one in _asked_more())]:
        packed["asked"].append(ids(people_prompt(release.text)))
    arrays: dict[str, Any] = {
        "watched": np.array([is_watched(one.id) for one in chosen]),
        "source": np.array([one.source for one in chosen]),
        "method": np.array([one.method for one in chosen]),
    }
    for name, rows in packed.items():
        arrays[name] = np.array([id for row in rows for id in row], dtype=np.int32)
        arrays[f"{name}_ends"] = np.cumsum([len(row) for row in rows])
    np.savez_compressed(out, **arrays)
    count = {name: (len(rows), sum(map(len, rows))) for name, rows in packed.items()}
    sources = Counter(one.source for one in chosen)
    sys.stdout.write(f"{count}, {dict(sources)}, {arrays['watched'].sum()} watched, {left_out} too long\n")


def export(source: Path, target: Path) -> None:
    """Write the factors as a GGUF adapter."""
    packed = np.load(source)
    tensors = {name: packed[name] for name in packed.files if name.startswith("blk.")}
    fields: dict[str, str | int | float] = {
        "general.type": "adapter",
        "general.architecture": "qwen2",
        "general.name": "gyges-local",
        "adapter.type": "lora",
        "adapter.lora.alpha": float(packed["alpha"]),
    }
    write_gguf(target, fields, tensors)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    sys.stdout.write(f"{target}: {target.stat().st_size:,} bytes, sha256 {digest}\n")


def measure(base: Path, source: Path) -> None:
    """Print how much of what the strong reader told was told here, and how sure it was of what is right, by method."""
    from transformers import AutoTokenizer

    tokens = AutoTokenizer.from_pretrained(base.parent, gguf_file=base.name)
    end = tokens.convert_tokens_to_ids("<|im_end|>")
    answers = [
        (str(tokens.decode(told[: told.index(end)] if end in told else told)), end in told)
        for told in json.loads(source.read_text(encoding="utf-8"))
    ]
    figures: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    sure: dict[str, Counter[tuple[int, bool]]] = {"watched": Counter(), "kept": Counter()}
    known = list(_asked())
    for reading, (said, whole) in zip(known, answers, strict=False):
        people = _people(said, whole, reading.release.text)
        verdicts = _verdicts(reading.document, people, reading.release)
        strong = _told(_verdicts(reading.document, reading.finding.subjects, reading.release, reading.who))
        rules = _told(_verdicts(reading.document, by_rules(reading.release.text).subjects, reading.release))
        local = _told(verdicts)
        either = [max(pair) for pair in zip(local, rules, strict=True)]
        row = (sum(strong), sum(local), sum(rules), sum(either), len(strong), float(whole))
        part = "kept" if reading.measured else "watched"
        for name in (reading.release.method, "all"):
            figures[f"{part} {name}"].append(row)
        sure[part].update((v.guess.certainty, (v.score or 0.0) >= OPEN) for v in verdicts if v.guess is not None)
    for more, (said, whole) in zip(_asked_more(), answers[len(known) :], strict=True):
        listed = Document(more.release.id, more.release.text, subjects=more.people)
        people = _people(said, whole, more.release.text)
        local, rules = (
            _told(_verdicts(listed, found, more.release)) for found in (people, by_rules(more.release.text).subjects)
        )
        either = [max(pair) for pair in zip(local, rules, strict=True)]
        row = (len(local), sum(local), sum(rules), sum(either), len(local), float(whole))
        part = "kept" if more.measured else "watched"
        for name in (f"{more.language} {more.release.method}", more.language):
            figures[f"{part} {name}"].append(row)
    for method, rows in sorted(figures.items()):
        strong, local, rules, either, facts, whole = np.sum(rows, axis=0)
        sys.stdout.write(
            f"{method:23} {len(rows):3} releases, {int(whole)} answered to the end: strong {strong / facts:.3f}, "
            f"local {local / facts:.3f}, rules {rules / facts:.3f}, either {either / facts:.3f}; "
            f"share of strong: local {local / strong:.2f}, rules {rules / strong:.2f}, either {either / strong:.2f}\n"
        )
    for part, counts in sure.items():
        told = {n: (counts[n, True], counts[n, True] + counts[n, False]) for n in range(5, 0, -1)}
        shares = ", ".join(f"{n}: {right} of {total}" for n, (right, total) in told.items())
        sys.stdout.write(f"{part}: right by certainty {shares}\n")


def _people(said: str, whole: bool, text: str) -> tuple[Subject, ...]:
    """Return the people of an answer as the attacker gives them; of one that was cut off, its whole lines."""
    finder, tally = QuoteFinder(text), Counter[str]()
    listed = dict.fromkeys(read_people(said if whole else said[: said.rfind("\n") + 1]))
    return merge_windows([[_subject(person, finder, tally) for person in listed]])


def _verdicts(
    document: Document, found: Sequence[Subject], release: Release, who_is: Mapping[str, str] | None = None
) -> list[Verdict]:
    """Return the verdict on every true fact that counts, people matched by rules or as they were by hand."""
    matched = None if who_is is None else Alignment(who_is)
    scored = score_document(document, Finding(document.id, "", tuple(found)), release=release, who=matched)
    return [verdict for subject in scored.subjects for verdict in subject.verdicts]


def _told(verdicts: Iterable[Verdict]) -> list[float]:
    """Return how much of each fact was told; of a person whom nobody can tell from another, nothing."""
    return [verdict.score or 0.0 for verdict in verdicts]


def main() -> int:
    """Prepare, export or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = {"prepare": prepare, "export": export, "measure": measure}
    parser.add_argument("verb", choices=verbs)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    asked = parser.parse_args()
    verbs[asked.verb](asked.source, asked.target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
