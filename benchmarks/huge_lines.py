"""Does every verb end with one clear line, quickly and in little memory, when one line of its file has 50 MB?

Run: python benchmarks/huge_lines.py [--megabytes N] [--verbs WORD] [--shapes WORD] [--bombs]
(exit 1 if a verb does not)

A line is 50 MB of text, one id, a nested list, a million people, facts or mentions, one endless fact, or nothing but
brackets. Each verb that reads documents, releases or results gets each of them, in a process of its own. `--bombs`
feeds small Word documents and PDF files instead that unpack to gigabytes, go round in circles or multiply.
"""

import argparse
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

MEGABYTES = 50
MOST_MEGABYTES, MOST_SECONDS, MOST_LINES = 700, 60.0, 4
PATIENCE = 600
"""Seconds on the wall."""
REFUSED = (2, 3)
"""Statuses of input that is not taken, and of work where each document failed."""
_LAUNCHER = """
import json, os, subprocess, sys
child = subprocess.Popen(sys.argv[2:])
_, status, used = os.wait4(child.pid, 0)
with open(sys.argv[1], "w", encoding="utf-8") as written:
    json.dump([status, used.ru_utime + used.ru_stime, used.ru_maxrss], written)
"""
"""A small process between: Linux counts the memory of whoever starts a command to the peak of the command."""
SMALL = {"id": "small", "text": "Ana Reis, 43, is a nurse in Porto."}
_FACT = {"tag": "AGE", "value": "43", "certainty": 5, "hardness": 1}
_SPAN = {"start": 0, "end": 3, "text": "Ana", "type": "PERSON", "identifier": "DIRECT", "entity_id": "e"}


def _row(size: int, **fields: object) -> str:
    del size
    return json.dumps({**SMALL, "id": "huge", **fields})


SHAPES: dict[str, Callable[[int], str]] = {
    "text": lambda size: _row(size, text="Ana Reis, 43, is a nurse. " * (size // 26)),
    "id": lambda size: _row(size, id="x" * size),
    "nested": lambda size: '{"id": "huge", "text": "Ana", "meta": ' + "[" * (size // 2) + "]" * (size // 2) + "}",
    "people": lambda size: _row(size, subjects=[{"id": n, "facts": []} for n in range(size // 30)]),
    "facts": lambda size: _row(size, subjects=[{"id": 1, "facts": [_FACT] * (size // 60)}]),
    "mentions": lambda size: _row(size, mentions=[_SPAN] * (size // 110)),
    "value": lambda size: _row(size, subjects=[{"id": 1, "facts": [{**_FACT, "value": "x" * size}]}]),
    "brackets": lambda size: "[" * size,
}
VERBS = {
    "anonymize mask": "anonymize HUGE --method mask --out NEW",
    "anonymize subjectwise": "anonymize HUGE --method subjectwise --out NEW",
    "audit": "audit HUGE --out NEW",
    "audit releases": "audit SMALL HUGE --out NEW",
    "attack": "attack HUGE --out NEW",
    "link": "link HUGE SMALL --out NEW",
    "link the other way": "link SMALL HUGE --out NEW",
    "validate": "validate HUGE --out NEW",
    "agree": "agree HUGE SMALL",
    "convert": "datasets convert HUGE NEW.csv",
    "stats": "datasets stats HUGE",
    "report": "report HUGE --out NEW.html",
    "compare": "compare HUGE HUGE",
    "studio": "studio NEW --documents HUGE --no-browser",
}


_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"


def _docx(body: bytes, head: bytes = b"", part: str = "word/document.xml", declared: int | None = None) -> bytes:
    """Return a Word document with one part; its table of contents may tell another size than it has."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        types = f'<Types xmlns="{_PACKAGE}/content-types"><Override PartName="/{part}" ContentType="{_MAIN}"/>'
        rels = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        package.writestr("[Content_Types].xml", f"{types}{rels}</Types>")
        tie = f'<Relationship Id="r" Type="{_OFFICE}" Target="{part}"/>'
        package.writestr("_rels/.rels", f'<Relationships xmlns="{_PACKAGE}/relationships">{tie}</Relationships>')
        opening = f'<w:document xmlns:w="{_WORD}"><w:body>'.encode()
        package.writestr(part, head + opening + body + b"</w:body></w:document>")
        if declared is not None:
            package.infolist()[-1].file_size = declared
    return made.getvalue()


def _pdf(pages: str, *others: str | bytes) -> bytes:
    """Return a PDF file of a page tree (object 2), and of objects from 3 on."""
    bodies = [b"<</Type/Catalog/Pages 2 0 R>>", pages.encode()]
    bodies += [one.encode() if isinstance(one, str) else one for one in others]
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(bodies) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    return made + head + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, len(made))


def _stream(content: bytes, entries: str = "") -> bytes:
    packed = zlib.compress(content, 9)
    return b"<</Length %d/Filter/FlateDecode%s>>\nstream\n%s\nendstream" % (len(packed), entries.encode(), packed)


_PAGE = (
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>>>"
)
_FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_SAYS = b"BT /F 1 Tf 0 0 Td (Ana Reis is a nurse. ) Tj ET "
_ONE = "<</Type/Pages/Kids[3 0 R]/Count 1>>"


BOMBS: dict[str, Callable[[], bytes]] = {
    "unpacks.docx": lambda: _docx(b"<w:p/>" * 100_000_000),
    "lies.docx": lambda: _docx(b"<w:p/>" * 40_000_000, declared=1_000),
    "elements.docx": lambda: _docx(b"<w:p/>" * 10_000_000),
    "other name.docx": lambda: _docx(b"<w:p/>" * 40_000_000, part="word/document.bin"),
    "attribute.docx": lambda: _docx(b'<w:p w:a="' + b"x" * 60_000_000 + b'"/>'),
    "entities.docx": lambda: _docx(
        b"<w:p><w:r><w:t>&j;</w:t></w:r></w:p>",
        b'<!DOCTYPE x [<!ENTITY a "Ana">'
        + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
        + b"]>",
    ),
    "nested.docx": lambda: _docx(b"<w:p>" * 5_000_000 + b"</w:p>" * 5_000_000),
    "pages.pdf": lambda: _pdf(
        f"<</Type/Pages/Kids[{'3 0 R ' * 2_000_000}]/Count 2000000>>", _PAGE, _stream(_SAYS * 100), _FONT
    ),
    "one page often.pdf": lambda: _pdf(
        f"<</Type/Pages/Kids[{'3 0 R ' * 900}]/Count 900>>", _PAGE, _stream(_SAYS * 20_000), _FONT
    ),
    "numbers.pdf": lambda: _pdf(
        f"<</Type/Pages/Kids[{'3 0 R ' * 900}]/Count 900>>", _PAGE, _stream(b"0 " * 5_000_000), _FONT
    ),
    "circle.pdf": lambda: _pdf("<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>", _PAGE),
    "stream.pdf": lambda: _pdf(_ONE, _PAGE, _stream(_SAYS * 1_400_000), _FONT),
    "twice packed.pdf": lambda: _pdf(
        _ONE,
        _PAGE,
        _stream(zlib.compress(b" " * 2_000_000_000, 9)).replace(b"/FlateDecode", b"[/FlateDecode/FlateDecode]"),
        _FONT,
    ),
    "drawing of itself.pdf": lambda: _pdf(
        _ONE,
        _PAGE,
        _stream(b"/X Do "),
        _FONT,
        _stream(b"/X Do " * 10, "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>"),
    ),
    "objects.pdf": lambda: _pdf(_ONE, "4 0 R", "3 0 R"),
}


@dataclass(frozen=True)
class Ended:
    """How one verb ended with one line."""

    verb: str
    shape: str
    status: int
    said: tuple[str, ...]
    seconds: float
    megabytes: float

    @property
    def well(self) -> bool:
        """Whether it was refused, in few words, quickly and in little memory."""
        told = 0 < len(self.said) <= MOST_LINES and not any("Traceback" in line for line in self.said)
        return self.status in REFUSED and told and self.seconds < MOST_SECONDS and self.megabytes < MOST_MEGABYTES

    def __str__(self) -> str:
        said = " / ".join(self.said)
        shown = said if len(said) < 300 else f"{said[:200]} ... {said[-100:]}"
        return (
            f"{'' if self.well else 'WRONG '}{self.verb}, {self.shape}: status {self.status}, {self.seconds:.1f} s, "
            f"{self.megabytes:.0f} MB: {shown}"
        )


def ended(verb: str, shape: str, huge: Path, folder: Path) -> Ended:
    """Run a verb on a file in a process of its own."""
    small, errors = folder / "small.jsonl", folder / "said"
    small.write_text(json.dumps(SMALL) + "\n", encoding="utf-8")
    places = {"HUGE": str(huge), "SMALL": str(small), "NEW": str(folder / "new"), "NEW.csv": str(folder / "new.csv")}
    places["NEW.html"] = str(folder / "new.html")
    words = [places.get(word, word) for word in VERBS[verb].split()]
    with errors.open("wb") as written:
        command = [sys.executable, "-c", _LAUNCHER, str(folder / "used"), sys.executable, "-m", "gyges", *words]
        child = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=written, stderr=written, start_new_session=True
        )
        patience = threading.Timer(PATIENCE, os.killpg, (child.pid, signal.SIGKILL))  # a server would wait without end
        patience.start()
        child.wait()
        patience.cancel()
    status, seconds, kilobytes = json.loads((folder / "used").read_text(encoding="utf-8"))
    said = tuple(line for line in errors.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip())
    megabytes = kilobytes / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return Ended(verb, shape, os.waitstatus_to_exitcode(status), said, seconds, megabytes)


def measure(verbs: list[str], shapes: list[str], megabytes: int = MEGABYTES) -> Iterator[Ended]:
    """Feed each shape of line to each verb."""
    for shape in shapes:
        with tempfile.TemporaryDirectory() as made:
            huge = Path(made) / "huge.jsonl"
            huge.write_text(SHAPES[shape](megabytes * 1_000_000), encoding="utf-8")
            for verb in verbs:
                with tempfile.TemporaryDirectory() as folder:
                    yield ended(verb, shape, huge, Path(folder))


def defuse(names: list[str]) -> Iterator[Ended]:
    """Feed each bomb to a verb that reads files."""
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            bomb = Path(folder) / name
            bomb.write_bytes(BOMBS[name]())
            yield ended("anonymize mask", name, bomb, Path(folder))


def main() -> int:
    """Feed and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--megabytes", type=int, default=MEGABYTES)
    options.add_argument("--verbs", default="")
    options.add_argument("--shapes", default="")
    options.add_argument("--bombs", action="store_true")
    given = options.parse_args()
    verbs = [verb for verb in VERBS if given.verbs in verb]
    found = []
    fed = defuse([name for name in BOMBS if given.shapes in name]) if given.bombs else None
    for one in fed or measure(verbs, [shape for shape in SHAPES if given.shapes in shape], given.megabytes):
        found.append(one)
        print(one, flush=True)
    wrong = sum(not one.well for one in found)
    most, slowest = max(one.megabytes for one in found), max(one.seconds for one in found)
    print(f"{len(found)} runs, {wrong} wrong; at most {slowest:.0f} s of computing and {most:.0f} MB")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
