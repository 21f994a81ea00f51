"""How many words of people's names stand in releases still, by method and level?

Run: python benchmarks/names_left.py [FILE.jsonl ...] [--most SHARE] [--show]

Without a file: the written documents that may be developed on (training/readings). A word of a name counts once for
each document where it stands, with a capital and at least three letters, and is no title before a name and no word
for a relative ("Papa"). Exit 1 above the share.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import anyio

sys.path.insert(0, str(Path(__file__).parents[1]))

from training.readings import documents, is_measured

from gyges.anonymizers import Tools, open_anonymizer
from gyges.anonymizers.wording import is_kin_word, is_title
from gyges.corpus import read_documents
from gyges.models import ModelPool
from gyges.records import Document, JsonValue

METHODS: tuple[tuple[str, dict[str, JsonValue]], ...] = (
    ("subjectwise", {"level": "light"}),
    ("subjectwise", {"level": "standard"}),
    ("mask", {}),
)
AROUND = 40  # characters shown on each side
WORD = re.compile(r"[^\W\d_]{3,}")


def words_of_names(document: Document) -> list[str]:
    """Return the words of the people's names that stand in a document."""
    names = [fact.value for one in document.subjects or () for fact in one.facts if fact.tag == "NAME"]
    return sorted(word for word in set(_words(names)) if standing(word, document.text) is not None)


def _words(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        words = WORD.findall(name)
        yield from (word for word in words if word[0].isupper() and _tells(word, words[-1]))


def _tells(word: str, last: str) -> bool:
    return not is_kin_word(word) and (word == last or not is_title(word))


def standing(word: str, text: str) -> re.Match[str] | None:
    """Return where a word stands in a text, as itself or in capitals."""
    return re.search(rf"(?<!\w)(?:{re.escape(word)}|{re.escape(word.upper())})(?!\w)", text)


async def left(
    every: Sequence[Document], method: str, options: dict[str, JsonValue]
) -> tuple[int, list[tuple[str, str, str]]]:
    """Return how many words of names there are, and those that stay: document, word, where it stands."""
    anonymizer = open_anonymizer(method, Tools(ModelPool()), options)
    count, stay = 0, []
    for document in every:
        release = await anonymizer.anonymize(Document(document.id, document.text))
        words = words_of_names(document)
        count += len(words)
        for word in words:
            if (match := standing(word, release.text)) is not None:
                around = release.text[max(0, match.start() - AROUND) : match.end() + AROUND]
                stay.append((document.id, word, " ".join(around.split())))
    return count, stay


def chosen(files: Sequence[Path]) -> Iterator[Document]:
    """Yield the documents of files, or those that may be developed on."""
    for file in files:
        yield from read_documents(file)
    if not files:
        yield from (document for id, document in sorted(documents().items()) if not is_measured(id))


def main() -> int:
    """Print the share of each method."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.jsonl")
    parser.add_argument("--most", type=float, default=1.0, metavar="SHARE", help="exit 1 if more of them stay")
    parser.add_argument("--show", action="store_true", help="print every word that stays")
    arguments = parser.parse_args()
    every, worst = list(chosen(arguments.files)), 0.0
    for method, options in METHODS:
        count, stay = anyio.run(left, every, method, options)
        share = len(stay) / max(1, count)
        worst = max(worst, share)
        print(f"{method} {options.get('level', '')}: {len(stay)} of {count} words of names stay ({share:.2%})")
        for id, word, around in stay if arguments.show else ():
            print(f"  {id}\t{word}\t{around}")
    return int(worst > arguments.most)


if __name__ == "__main__":
    sys.exit(main())
