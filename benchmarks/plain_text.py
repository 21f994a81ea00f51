"""Does an audit see through disguises, and does it leave plain texts as they are?

Run: python benchmarks/plain_text.py [--documents N] [--only NAME ...] [--false-alarms]

Bundled originals are disguised in every way below and audited as releases by the rules. What stays protected must be
what stays protected of the undisguised texts, within .02 by the rules and by the estimate of a strong reader, or the
documents must be listed as unread. With --false-alarms: the share of texts as they are written that is changed, and
that is called unread, which should be none. Exit 1 where one of these does not hold.
"""

import argparse
import base64
import html
import random
import re
import sys
import unicodedata
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import gyges
from gyges.corpus import bundled_corpus
from gyges.reading import plain_text, why_garbled
from gyges.records import Document, Release

WITHIN = 0.02
WRITTEN = Path(__file__).parents[1] / "training" / "written"
ALIKE = str.maketrans("aeopcxyiABEHKMOPTX", "аеорсхуіАВЕНКМОРТХ")
SCANNED = str.maketrans("oils", "0115")
SMALL = str.maketrans("abcdefghijklmnoprtuvwz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡᴢ")
LETTERS = re.compile(r"[^\W\d_]+")
WORDS = re.compile(r"[^\W\d_]{4,}")


def _between(sign: str) -> Callable[[str], str]:
    return lambda text: LETTERS.sub(lambda word: sign.join(word[0]), text)


def _in_dress(small: int, large: int) -> Callable[[str], str]:
    table = {ord("a") + at: chr(small + at) for at in range(26)} | {ord("A") + at: chr(large + at) for at in range(26)}
    return lambda text: text.translate(table)


def _cut(text: str) -> str:
    return re.sub(r"([a-z]{3})([a-z]{3,})(?=\s)", r"\1-\n\2", text)


def _tagged(text: str) -> str:
    return WORDS.sub(lambda word: f"{word[0][:2]}<b>{word[0][2:]}</b>", text)


def _scanned(text: str) -> str:
    return re.sub(r"(?<=[A-Za-z])[oils](?=[a-z]{2})", lambda letter: letter[0].translate(SCANNED), text)


def _accented(text: str) -> str:
    return re.sub("[A-Z]", lambda letter: unicodedata.normalize("NFC", letter[0] + "\u0301"), text)


def _lines_of_base64(text: str) -> str:
    return base64.encodebytes(text.encode()).decode()


DISGUISES: dict[str, Callable[[str], str]] = {
    "zero width": _between("\u200b"),
    "soft hyphens": _between("\u00ad"),
    "variation selectors": _between("\ufe00"),
    "tag characters": lambda text: "".join(chr(0xE0000 + ord(one)) if " " <= one <= "~" else one for one in text),
    "bidi marks": _between("\u200f"),
    "right to left": lambda text: "\n".join(f"\u202e{line[::-1]}\u202c" for line in text.split("\n")),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "line-end hyphens": _cut,
    "entities": lambda text: "".join(f"&#{ord(one)};" for one in text),
    "entities twice": lambda text: html.escape("".join(f"&#x{ord(one):x};" for one in text)),
    "tags in words": _tagged,
    "look-alikes": lambda text: text.translate(ALIKE),
    "full width": _in_dress(0xFF41, 0xFF21),
    "mathematical letters": _in_dress(0x1D41A, 0x1D400),
    "circled letters": _in_dress(0x24D0, 0x24B6),
    "small capitals": lambda text: text.translate(SMALL),
    "letters spaced": lambda text: "\n".join(" ".join(line) for line in text.split("\n")),
    "letters hyphenated": _between("-"),
    "figures for letters": _scanned,
    "struck through": _between("\u0336"),
    "accents on capitals": _accented,
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64, paragraphs": lambda text: "\n\n".join(
        base64.urlsafe_b64encode(part.encode()).decode() for part in text.split("\n\n")
    ),
    "base64, lines": _lines_of_base64,
    "hexadecimal": lambda text: text.encode().hex(),
    "percent codes": lambda text: urllib.parse.quote(text, safe=""),
    "escapes": lambda text: "".join(f"\\u{ord(one):04x}" if ord(one) < 0x10000 else one for one in text),
    "stars for a and e": lambda text: text.replace("a", "*").replace("e", "*"),
    "a code": lambda text: base64.b64encode(random.Random(len(text)).randbytes(len(text))).decode(),
    "a font of one's own": lambda text: LETTERS.sub(lambda word: "".join(chr(0xE000 + ord(x)) for x in word[0]), text),
}


def sampled(count: int) -> list[Document]:
    """Return bundled documents, spread over all of them."""
    every = [document for document in bundled_corpus() if document.subjects]
    return every[:: max(1, len(every) // count)][:count]


def look(documents: list[Document], disguise: Callable[[str], str]) -> tuple[float, float, int]:
    """Return what stays protected by rules and by estimate, and how many documents were not read."""
    releases = [Release(one.id, disguise(one.text), "disguise") for one in documents]
    results = gyges.audit(documents, releases, jobs=1).results
    rules, strong = (results.metrics[name].value or 0.0 for name in ("cpr", "strong_cpr"))
    return rules, strong, sum(results.coverage.unread.values())


def table(documents: list[Document], names: list[str]) -> bool:
    """Print what each disguise hides; return whether it hides nothing."""
    plain = look(documents, str)
    print(f"{len(documents)} documents; undisguised: rules {plain[0]:.3f}, strong {plain[1]:.3f}")
    holds = True
    for name in names or DISGUISES:
        cpr, strong, unread = look(documents, DISGUISES[name])
        fine = max(cpr - plain[0], strong - plain[1]) <= WITHIN
        holds &= fine
        print(f"{name:24} rules {cpr:.3f}  strong {strong:.3f}  unread {unread:3}  {'' if fine else 'HIDES'}")
    return holds


def texts() -> Iterator[tuple[str, str]]:
    """Yield texts as they are written, each with where it is from."""
    from training.languages import FOLDER, language_documents

    yield from (("bundled", document.text) for document in bundled_corpus())
    for path in sorted(WRITTEN.rglob("*.txt")):
        yield from (("training/written", part) for part in path.read_text(encoding="utf-8").split("\n===\n"))
    for language in ("german", "spanish"):
        for path in sorted(FOLDER.glob(f"{language}*.txt")):
            yield from ((language, document.text) for document in language_documents([path]))


def false_alarms() -> bool:
    """Print how many texts are changed and how many are called unread; return whether none is."""
    seen: dict[str, list[int]] = {}
    for source, text in texts():
        row = seen.setdefault(source, [0, 0, 0])
        changes = len(plain_text(text).layers) > 0
        for at, told in enumerate((True, changes, why_garbled(text) is not None)):
            row[at] += told
    for source, (count, changed, unread) in seen.items():
        print(f"{source:24} {count:5} texts, changed {changed}, unread {unread}")
    return not any(unread for _, _, unread in seen.values())


def main() -> int:
    """Print both tables as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=12)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--false-alarms", action="store_true")
    chosen = parser.parse_args()
    holds = false_alarms() if chosen.false_alarms else table(sampled(chosen.documents), chosen.only)
    return 0 if holds else 1


if __name__ == "__main__":
    raise SystemExit(main())
