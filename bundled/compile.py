"""Check the sources of the bundled corpus and write the file that ships.

Usage: python bundled/compile.py [--check] [FILES...]

With FILES only these are checked. Without, all sources are, and if all is well the shipped file is written;
``--check`` compares it instead and fails if it is not up to date. The format of the sources is in README.md.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gyges.corpus import write_documents
from gyges.errors import GygesError
from gyges.records import MAX_LEVEL, Document, Fact, IdentifierType, Kind, Mention, Subject, taxonomy

HERE = Path(__file__).parent
SHIPPED = HERE.parent / "src" / "gyges" / "corpus" / "bundled" / "documents.jsonl"

MARK = re.compile(r"\[\[([^\[\]|\n]+)\|([A-Z]+)\|([A-Z_]+)\|([\w.-]+)\]\]")
AGE = re.compile(r"(\d+)(?:-(\d+))?")
WIDEST_AGE_RANGE = 10
MOST_PEOPLE = 7

Level = Annotated[int, Field(ge=1, le=MAX_LEVEL)]


class _Source(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SourceFact(_Source):
    """A fact as written in a source."""

    tag: str
    value: str
    certainty: Level
    hardness: Level
    evidence: list[str] = Field(min_length=1)


class SourceSubject(_Source):
    """A person as written in a source."""

    id: str
    description: str
    facts: list[SourceFact] = Field(min_length=1)


class SourceDocument(_Source):
    """One YAML file."""

    id: str
    genre: str
    kind: str
    country: str
    date: date | None
    split: Literal["dev", "test"]
    text: str
    subjects: list[SourceSubject] = Field(min_length=1, max_length=MOST_PEOPLE)


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one source: a document unless it could not be read, and what is wrong with it."""

    document: Document | None
    problems: tuple[str, ...]


def compile_source(path: Path) -> Checked:
    """Read and check one source."""
    try:
        raw: object = yaml.safe_load(path.read_text(encoding="utf-8"))
        source = _source(raw)
        if not isinstance(source, SourceDocument):
            return Checked(None, source)
        text, mentions, bad_marks = parse_marks(source.text)
        document = _document(source, text, mentions)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, GygesError) as error:
        return Checked(None, (f"{type(error).__name__}: {error}",))
    problems = (*bad_marks, *_document_problems(path, source), *_fact_problems(document))
    return Checked(document, problems)


def parse_marks(raw: str) -> tuple[str, tuple[Mention, ...], tuple[str, ...]]:
    """Take the marks out of a text; return the plain text, the mentions, and what is wrong with the marks."""
    parts: list[str] = []
    mentions: list[Mention] = []
    problems: list[str] = []
    length = last = 0
    for mark in MARK.finditer(raw):
        before = raw[last : mark.start()]
        surface, type_, identifier, entity = mark.groups()
        start = length + len(before)
        length, last = start + len(surface), mark.end()
        parts += (before, surface)
        if type_ not in taxonomy("tab"):
            problems.append(f"bad type {mark.group()}")
        elif identifier not in IdentifierType.__members__:
            problems.append(f"bad identifier {mark.group()}")
        else:
            mentions.append(Mention(start, length, surface, type_, IdentifierType(identifier), entity))
    text = "".join([*parts, raw[last:]])
    problems += [f"stray {text[at : at + 60]!r}" for at in (text.find("[["), text.find("]]")) if at >= 0]
    return text, tuple(mentions), tuple(problems)


def _document(source: SourceDocument, text: str, mentions: tuple[Mention, ...]) -> Document:
    subjects = tuple(
        Subject(
            person.id,
            person.description,
            tuple(
                Fact(fact.tag, fact.value, fact.certainty, fact.hardness, tuple(fact.evidence)) for fact in person.facts
            ),
        )
        for person in source.subjects
    )
    meta = {
        "genre": source.genre,
        "kind": source.kind,
        "country": source.country,
        "date": source.date.isoformat() if source.date else None,
        "split": source.split,
        "language": "en",
    }
    return Document(source.id, text, subjects, mentions, meta)


def _source(raw: object) -> SourceDocument | tuple[str, ...]:
    try:
        return SourceDocument.model_validate(raw)
    except ValidationError as error:
        found = error.errors(include_url=False)
        return tuple(f"{_place(raw, item['loc'])}: {item['msg']} (it is {item['input']!r:.60})" for item in found)


def _place(raw: object, steps: Sequence[int | str]) -> str:
    """Name the place of a problem by the ids and tags on the way rather than by numbers."""
    names: list[str] = []
    for step in steps:
        if isinstance(raw, dict):
            raw = raw.get(step)
            names.append(str(step))
        elif isinstance(raw, list) and isinstance(step, int) and step < len(raw):
            raw = raw[step]
            label = (raw.get("id") or raw.get("tag")) if isinstance(raw, dict) else None
            names[-1] = str(label or f"{names[-1]}[{step}]")
        else:
            names.append(str(step))
    return " ".join(names)


def _document_problems(path: Path, source: SourceDocument) -> Iterator[str]:
    if source.id != path.stem:
        yield "id is not the file name"
    number = path.stem.rpartition("-")[2]
    if not number.isdigit():
        yield "the file name does not end in a number"
    elif source.split != ("dev" if int(number) % 2 else "test"):
        yield "wrong split"


def _fact_problems(document: Document) -> Iterator[str]:
    for subject in document.subjects or ():
        for fact in subject.facts:
            for problem in (*_value_problems(fact, document), *_evidence_problems(fact, document)):
                yield f"{subject.id} {fact.tag}: {problem}"


def _value_problems(fact: Fact, document: Document) -> Iterator[str]:
    spia = taxonomy("spia")
    if fact.tag not in spia:
        yield "unknown tag"
        return
    tag = spia[fact.tag]
    if tag.options and fact.value not in tag.options:
        yield f"{fact.value!r} not an option"
    if fact.tag == "AGE":
        yield from _age_problems(fact.value)
    if tag.kind is Kind.CODE:
        if fact.value not in document.text:
            yield f"{fact.value!r} not in text"
        if not any(fact.value in mention.text for mention in document.mentions or ()):
            yield f"{fact.value!r} not marked as a mention"


def _age_problems(value: str) -> Iterator[str]:
    found = AGE.fullmatch(value)
    if found is None:
        yield f"bad age {value!r}"
    elif found[2] is not None and not 0 < int(found[2]) - int(found[1]) <= WIDEST_AGE_RANGE:
        yield f"bad range {value!r}"


def _evidence_problems(fact: Fact, document: Document) -> Iterator[str]:
    return (f"evidence {quote!r} not in text" for quote in fact.evidence if quote not in document.text)


def _report(path: Path, checked: Checked) -> None:
    for problem in checked.problems:
        print(f"{path}: {problem}")
    document = checked.document
    if document is not None:
        people = document.subjects or ()
        facts = sum(len(subject.facts) for subject in people)
        mentions = len(document.mentions or ())
        print(f"{path.stem}: {len(document.text)} chars, {len(people)} people, {facts} facts, {mentions} mentions")


def is_up_to_date(documents: Iterable[Document], shipped: Path) -> bool:
    """Return whether a shipped file holds exactly these documents."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / shipped.name
        write_documents(documents, fresh)
        return shipped.is_file() and shipped.read_bytes() == fresh.read_bytes()


def main(arguments: Sequence[str] | None = None, *, sources: Path = HERE, shipped: Path = SHIPPED) -> int:
    """Run the script; return the exit status."""
    parser = argparse.ArgumentParser(description="Check the sources of the bundled corpus and write what ships.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the shipped file is out of date")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILES", help="check these sources only")
    options = parser.parse_args(arguments)
    results = {path: compile_source(path) for path in options.files or sorted(sources.glob("*/*.yaml"))}
    for path, checked in results.items():
        _report(path, checked)
    if any(checked.problems for checked in results.values()):
        return 1
    if options.files:
        return 0
    found = (checked.document for checked in results.values())
    documents = sorted((document for document in found if document is not None), key=lambda document: document.id)
    if options.check:
        if is_up_to_date(documents, shipped):
            return 0
        print(f"{shipped.name} is not up to date; run: python bundled/compile.py")
        return 1
    write_documents(documents, shipped, force=True)
    print(f"wrote {len(documents)} documents to {shipped.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
