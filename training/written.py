"""Reads the documents in ``training/written``: invented like those of the factory, but written one by one.

A document begins with ``### ID GENRE``. Then comes what a reader can tell, in the lines of `training.lines`, a line
``===``, and the text. In files ``authors*.txt`` that is one line with the attributes of the author, in others one line
a person. ``python -m training.written`` checks all of them.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from gyges.attacks.local._answers import read_people, write_people
from gyges.reading import QuoteFinder
from gyges.records import Document, Fact, Subject
from training.lines import OPTION_WORDS, PEOPLE_WORDS, LineFact, counted, read_author, write_author

__all__ = ["read_block", "written_documents"]

FOLDER = Path(__file__).parent / "written"
SURE, GUESSED = 4, 3  # with and without words of the text behind it


def written_documents(files: str = "*.txt", folder: Path = FOLDER) -> Iterator[Document]:
    """Return the documents of the files whose names match, with what a reader can tell from them."""
    for path in sorted(folder.glob(files)):
        for block in re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            yield read_block(block, one_author=path.name.startswith("authors"))


def read_block(block: str, *, one_author: bool) -> Document:
    """Return the document of a block without its ``### ``.

    Raises:
        ValueError: The answer is not written as `training.lines` writes it, or the text does not say what it quotes.
    """
    head, _, rest = block.partition("\n")
    id, _, genre = head.strip().partition(" ")
    answer, mark, text = rest.partition("\n===\n")
    if not mark:
        raise ValueError(f"{id}: no line === between answer and text")
    text, answer = text.strip("\n"), answer.strip("\n")
    meta = {"genre": genre.strip() or "comment"}
    if one_author:
        facts = read_author(answer)
        _check(id, answer, write_author(facts), text, facts)
        told = {fact.tag: fact.value for fact in facts}
        quotes = {fact.tag: fact.quote for fact in facts if fact.quote}
        return Document(id, text, meta={**meta, "author": told, "quotes": quotes})
    people = read_people(answer)
    _check(id, answer, write_people(people), text, [fact for person in people for fact in person.facts])
    subjects = [
        Subject(f"{number}-{copy}", role, tuple(_fact(fact, text) for fact in person.facts))
        for number, person in enumerate(people)
        for role, count in (counted(person),)
        for copy in range(count)
    ]
    return Document(id, text, subjects=tuple(subjects), meta=meta)


def _fact(line: LineFact, text: str) -> Fact:
    quote = line.quote or (line.value if line.value in text else "")
    return Fact(line.tag, line.value, SURE if quote else GUESSED, evidence=(quote,) if quote else ())


def _check(id: str, answer: str, again: str, text: str, facts: list[LineFact] | tuple[LineFact, ...]) -> None:
    if answer != again:
        raise ValueError(f"{id}: written as\n{answer}\nbut read as\n{again}")
    finder = QuoteFinder(text)
    for fact in facts:
        if fact.quote and finder.find(fact.quote) is None:
            raise ValueError(f"{id}: the text does not say '{fact.quote}'")
        options = OPTION_WORDS["spia" if fact.tag in PEOPLE_WORDS else "author"].get(fact.tag)
        if options and fact.value not in {**options, **OPTION_WORDS["author"].get(fact.tag, {})}:
            raise ValueError(f"{id}: {fact.tag} cannot be '{fact.value}'")


def main() -> int:
    """Check all documents and count them."""
    for path in sorted(FOLDER.glob("*.txt")):
        documents = list(written_documents(path.name))
        people = sum(len(one.subjects or ()) for one in documents)
        words = sum(len(one.text.split()) for one in documents)
        sys.stdout.write(f"{path.name}: {len(documents)} documents, {people} people, {words:,} words\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
