"""Makes the recorded strong readings that ship with the bundled documents, from releases of the demo.

gyges demo --out DEMO                            the releases as the demo makes them now
python -m training.demo_readings export DEMO WORK    writes WORK/sets/N.txt, one for each reader, who gets nothing else
python -m training.demo_readings cases WORK          after WORK/read/*.jsonl: writes WORK/cases/N.txt for second readers
python -m training.demo_readings collect WORK        after WORK/match/*.jsonl: writes the file that ships

No document occurs twice in a set, and keys say nothing. A line of a reader: {"key", "people": [{"called",
"description", "facts": [{"tag", "value", "certainty", "quotes"}]}]}; of a second reader: {"case", "matches": {"T0":
"F2"}}.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import gyges.corpus as shipped
from gyges.attacks import read_recorded, text_digest
from gyges.corpus import bundled_corpus, read_releases
from gyges.records import Document
from gyges.runs.benchmark._run import READINGS
from gyges.scoring import recorded_alignment

OUT = Path(shipped.__file__).parent.joinpath(*READINGS)
LABELS = ("none", "mask names", "mask", "subjectwise")
"""Which releases are read: the original, names alone, what masks do, and ours."""
DOCUMENTS = 12
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Text:
    """One text to be read: its key, of which document and release it is, and for which reader."""

    key: str
    id: str
    method: str
    reader: int
    text: str


def assigned(releases: Mapping[str, Mapping[str, str]], documents: int, seed: int = 20261118) -> list[Text]:
    """Return who reads what: of every document each reader gets another release (a Latin square), shuffled.

    Args:
        releases: Texts by method, then by document.
        documents: How many documents are read, evenly spaced.
        seed: Of keys and order.
    """
    dice = random.Random(seed)  # noqa: S311
    ids = list(next(iter(releases.values())))
    chosen = [ids[number * len(ids) // documents] for number in range(documents)] if documents < len(ids) else ids
    keys: set[str] = set()
    texts = []
    for row, id_ in enumerate(chosen):
        for column, method in enumerate(releases):
            while (key := "".join(dice.choices(_LETTERS, k=5))) in keys:
                pass
            keys.add(key)
            texts.append(Text(key, id_, method, (row + column) % len(releases) + 1, releases[method][id_]))
    dice.shuffle(texts)
    return texts


def export(demo: Path, work: Path, documents: int) -> None:
    """Write a set of texts for each reader, and which text is which for ourselves."""
    cells = {cell["label"]: cell for cell in json.loads((demo / "benchmark.json").read_bytes())["cells"]}
    releases = {
        label: {one.id: one.text for one in read_releases(demo / cells[label]["releases_file"])} for label in LABELS
    }
    texts = assigned(releases, documents)
    _write(work / "keys.json", json.dumps([asdict(text) for text in texts], ensure_ascii=False, indent=1))
    for reader in range(1, len(LABELS) + 1):
        own = [text for text in texts if text.reader == reader]
        _write(work / "sets" / f"{reader}.txt", "".join(f"===== TEXT {t.key} =====\n{t.text}\n\n" for t in own))
        _say(f"{work / 'sets' / f'{reader}.txt'}: {len(own)} texts")


def cases(work: Path) -> None:
    """Write for second readers original, release, true people and listed people of every text that was read."""
    texts, read = _texts(work), _lines(work / "read", "key")
    documents = {document.id: document for document in bundled_corpus()}
    for reader in sorted({text.reader for text in texts.values()}):
        own = [text for key, text in texts.items() if text.reader == reader and key in read]
        _write(
            work / "cases" / f"{reader}.txt",
            "".join(_case(text, documents[text.id], read[text.key]["people"]) for text in own),
        )
        _say(f"{work / 'cases' / f'{reader}.txt'}: {len(own)} cases")


def _case(text: Text, document: Document, listed: Sequence[Mapping[str, Any]]) -> str:
    same = text.text == document.text
    lines = [f"===== CASE {text.key} =====", "--- ORIGINAL", document.text]
    lines += ["--- RELEASE: same as the original"] if same else ["--- RELEASE", text.text]
    lines.append("--- TRUE PEOPLE")
    for number, person in enumerate(document.subjects or ()):
        facts = "; ".join(f"{fact.tag}: {fact.value}" for fact in person.facts)
        lines.append(f"T{number}: {person.description} | {facts}")
    lines.append("--- LISTED PEOPLE")
    for number, row in enumerate(listed):
        facts = "; ".join(f"{fact['tag']}: {fact['value']}" for fact in row["facts"])
        lines.append(f"F{number}: {row['called']} ({row['description']}) | {facts}")
    return "\n".join(lines) + "\n\n"


def collect(work: Path, out: Path) -> None:
    """Write the readings that ship: those that were read and matched; each is checked as it will be used."""
    texts, read, matched = _texts(work), _lines(work / "read", "key"), _lines(work / "match", "case")
    strange = sorted((read.keys() | matched.keys()) - texts.keys())
    if strange:
        raise SystemExit(f"nobody was given the text {strange[0]}: collect readings of this export only")
    documents = {document.id: document for document in bundled_corpus()}
    done = [text for key, text in texts.items() if key in read and key in matched]
    rows = [_row(one, documents[one.id], read[one.key]["people"], matched[one.key]["matches"]) for one in _once(done)]
    if not rows:
        raise SystemExit(f"no text of {work} was both read and matched")
    fresh = out.with_suffix(".new")
    _write(fresh, "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows))
    attack = read_recorded(fresh)
    for text in done:
        finding = attack.find(text.text, text.id)
        if finding is None or recorded_alignment(documents[text.id], finding) is None:
            raise SystemExit(f"{fresh} does not hold the reading of {text.id}, {text.method}")
    fresh.replace(out)
    _say(f"{out}: {len(rows)} readings of {len(texts)} texts, {out.stat().st_size:,} bytes")


def _row(
    text: Text, document: Document, people: Sequence[Mapping[str, Any]], matches: Mapping[str, str]
) -> dict[str, object]:
    true_ids = [person.id for person in document.subjects or ()]
    who = {true_ids[int(true.removeprefix("T"))]: int(found.removeprefix("F")) for true, found in matches.items()}
    return {"id": text.id, "method": text.method, "digest": text_digest(text.text), "people": people, "who": who}


def _once(texts: Iterable[Text]) -> Iterator[Text]:
    """Yield texts in the order of documents; two methods that did the same to one need one reading."""
    seen: set[str] = set()
    for text in sorted(texts, key=lambda one: (one.id, LABELS.index(one.method))):
        if text.text not in seen:
            seen.add(text.text)
            yield text


def _texts(work: Path) -> dict[str, Text]:
    return {row["key"]: Text(**row) for row in json.loads((work / "keys.json").read_bytes())}


def _lines(folder: Path, key: str) -> dict[str, dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                row = json.loads(line)
                if row[key] in rows:
                    raise SystemExit(f"{path} has a second line for {row[key]}: keep one")
                rows[row[key]] = row
    return rows


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Export, write cases, or collect."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="training.demo_readings"
    )
    steps = parser.add_subparsers(dest="step", required=True)
    one = steps.add_parser("export")
    one.add_argument("demo", type=Path)
    one.add_argument("work", type=Path)
    one.add_argument("--documents", type=int, default=DOCUMENTS)
    steps.add_parser("cases").add_argument("work", type=Path)
    last = steps.add_parser("collect")
    last.add_argument("work", type=Path)
    last.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args(arguments)
    if given.step == "export":
        export(given.demo, given.work, given.documents)
    elif given.step == "cases":
        cases(given.work)
    else:
        collect(given.work, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
