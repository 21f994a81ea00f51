"""What is fuzzed: each target takes any bytes, and lets nothing out but the errors that Gyges raises on purpose.

Readers of files, parsers of what models answer, offsets, reports, settings, the journal, the embedded engine.
"""

import atexit
import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import anyio
import yaml

from gyges._yaml import parse_yaml
from gyges.anonymizers import Tools, open_anonymizer
from gyges.attacks import SubjectsAttack, read_recorded
from gyges.attacks._author_text import parse_blocks
from gyges.corpus import SkippedRows, TextChange, laid_out_release, read_documents, read_known, read_releases
from gyges.corpus._schema import Utf16Index
from gyges.errors import GygesError
from gyges.models import ModelPool, load_settings
from gyges.reading import find_spans, read_text
from gyges.records import Document, Edit, JsonValue, Release, apply_edits, edits_between, edits_from_json, edits_to_json
from gyges.reports import AuditView, render_html, render_markdown, tables_csv, terminal_tables
from gyges.runs import Journal
from gyges.runs.benchmark import load_plan
from gyges.runs.review import apply_review
from gyges.scoring import load_human_decisions, load_results, scored_from_results, why_no_release
from gyges.testing import scripted, scripted_model
from gyges.tuning import load_task

__all__ = ["TARGETS", "FuzzTarget"]

LONGEST = 4096
"""Bytes of one input; what is long is pumped.py's business."""
TEXT = "Dr Ana Reis, 43, a nurse, lives in Porto with her husband Paul. Call +351 912 345 678. 😀 e\u0301"


@dataclass(frozen=True)
class FuzzTarget:
    """Something that takes any bytes.

    Attributes:
        name: What it is called on the command line.
        run: Takes the bytes; what it lets out is a finding.
        seeds: Bytes to begin with.
    """

    name: str
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


@cache
def _folder() -> Path:
    """Return a folder in memory where there is one, for the files of one process."""
    shared = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    made = Path(tempfile.mkdtemp(prefix="gyges-fuzz-", dir=shared if shared.is_dir() else None))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


@contextmanager
def _file(name: str, content: bytes) -> Iterator[Path]:
    path = _folder() / name
    path.write_bytes(content)
    yield path


def _read(name: str, content: bytes) -> None:
    """Read a file as documents and as releases, stopping at what is bad and passing over it."""
    with _file(name, content) as path:
        for read in (read_documents, read_releases):
            for skipped in (None, SkippedRows()):
                with suppress(GygesError):
                    for record in read(path, skipped=skipped, note=_no_note):
                        _check_record(record)


def _no_note(place: str, sentence: str) -> None:
    del place, sentence


def _check_record(record: Document | Release) -> None:
    record.text.encode("utf-8")
    for mention in (record.mentions or ()) if isinstance(record, Document) else ():
        assert 0 <= mention.start <= mention.end <= len(record.text), "a mention outside its text"


def _docx(xml: bytes) -> None:
    """Read a Word document with any body, and release it again; and the bytes as they are."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(_empty_docx())) as empty, zipfile.ZipFile(made, "w") as package:
        for entry in empty.namelist():
            package.writestr(entry, xml if entry == "word/document.xml" else empty.read(entry))
    _laid_out("a.docx", made.getvalue())
    _read("b.docx", xml)


@cache
def _empty_docx() -> bytes:
    from docx import Document as WordDocument

    stream = io.BytesIO()
    WordDocument().save(stream)
    return stream.getvalue()


def _laid_out(name: str, content: bytes) -> None:
    with _file(name, content) as path, suppress(GygesError):
        for document in read_documents(path, note=_no_note):
            text = document.text
            changes = [TextChange(0, len(text) // 2, "[PERSON]")] if text else []
            laid_out_release(path, text, "[PERSON]" + text[len(text) // 2 :] if text else "", changes)
            laid_out_release(path, text, "Somebody\nwas here.", None)


def _html(content: bytes) -> None:
    _laid_out("a.html", content)


def _answers(content: bytes) -> None:
    """Let a model say anything to an attacker, in each of its ways of asking, and to the profile of an author."""
    said = content.decode("utf-8", "replace")
    with suppress(GygesError):
        anyio.run(partial(_attacked, said))
    parse_blocks(said, ("AGE", "LOC", "OCC"))


async def _attacked(said: str) -> None:
    finding = await SubjectsAttack(scripted_model(scripted([said] * 8))).attack(TEXT, id="a")
    for subject in finding.subjects:
        for fact in subject.facts:
            fact.value.encode("utf-8")


def _offsets(content: bytes) -> None:
    """Make edits at any places in any text, and find the edits between any two texts."""
    head, _, tail = content.partition(b"\0")
    one, other = head.decode("utf-8", "replace"), tail.decode("utf-8", "replace")
    assert apply_edits(one, edits_between(one, other)) == other, "edits that do not lead from one text to the other"
    index = Utf16Index(one)
    for place in tail[:16]:
        with suppress(GygesError):
            assert index.to_unit(index.to_code_point(place)) == place, "an offset that does not come back"
    with suppress(GygesError):
        apply_edits(one, [Edit(a, b, "x") for a, b in zip(tail[::2], tail[1::2], strict=False)])
    with suppress(GygesError, ValueError, RecursionError):
        rows: JsonValue = json.loads(other)
        found = edits_from_json(rows)
        apply_edits(one, found)
        assert edits_from_json(edits_to_json(found)) == found, "edits that do not come back"


def _report(content: bytes) -> None:
    """Make every report of any bytes, or (few are results) of good results with values that the bytes choose."""
    made = content if content.startswith(b"{") else json.dumps(_altered(json.loads(_RESULTS.read_bytes()), content))
    with _file("results.json", made if isinstance(made, bytes) else made.encode()) as path, suppress(GygesError):
        views = [AuditView("a", load_results(path), {})]
        scored_from_results(views[0].results)
        render_html(views)
        render_html(views, show_text=False)
        render_markdown(views)
        tables_csv(views)
        terminal_tables(views)


_ODD: tuple[JsonValue, ...] = (
    None,
    "",
    0,
    -1,
    1e308,
    0.5,
    7,
    True,
    "\0",
    "<b>",
    "\u202e",
    "x" * 99,
    [],
    {},
    "a\nb",
    10**18,
)


def _altered(value: Any, choices: bytes) -> Any:
    """Return JSON with some values replaced, doubled or taken out, as bytes choose: where, and by what."""
    for where, what in zip(choices[::2], choices[1::2], strict=False):
        holder, number = value, where
        while True:
            keys = list(holder) if isinstance(holder, dict) else range(len(holder))
            key = keys[number % len(keys)]
            inner = holder[key]
            if not isinstance(inner, dict | list) or not inner or what & 1:
                break
            holder, number = inner, number // len(keys) + what
        if what >= 0xF0 and isinstance(holder, list):
            holder.append(inner)
        else:
            holder[key] = _ODD[what >> 1 & 15]
    return value


def _settings(content: bytes) -> None:
    """Read any bytes as settings, a plan, a task, a review, recorded readings, human decisions, a register."""
    with suppress(yaml.YAMLError):
        parse_yaml(content.decode("utf-8", "replace"))
    with _file("any.yaml", content) as path:
        documents = [Document("a", TEXT)]
        for read in (load_settings, load_plan, load_task, partial(apply_review, documents)):
            with suppress(GygesError):
                read(path)
    with _file("any.jsonl", content) as path:
        for read_rows in (read_recorded, load_human_decisions):
            with suppress(GygesError):
                read_rows(path)
        with suppress(GygesError):
            read_known([path])


def _journal(content: bytes) -> None:
    with _file("journal", content) as path, suppress(GygesError):
        Path(f"{path}.torn").unlink(missing_ok=True)
        with Journal(path) as journal:
            for key in list(journal.keys()):
                journal.get(key)
            journal.append("k", {"v": 1})
            assert journal.get("k") == {"v": 1}, "a record that does not come back"


def _engine(content: bytes) -> None:
    """Read and mask any text, and look at a release of it."""
    text = content.decode("utf-8", "replace")
    for person in read_text(text).people:
        for fact in person.facts:
            for place in fact.evidence:
                assert 0 <= place.start <= place.end <= len(text), "evidence outside the text"
    for mention in find_spans(text):
        assert 0 <= mention.start < mention.end <= len(text), "a mention outside the text"
    for style in ("mask", "mask:general"):
        with suppress(GygesError):
            release = anyio.run(_masked, style, text)
            assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text, "edits that do not fit"
            why_no_release(text, release)


async def _masked(style: str, text: str) -> Release:
    async with ModelPool() as pool:
        return await open_anonymizer(style, Tools(pool), {"any_language": True}).anonymize(Document("a", text))


def _jsonl(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


_FACT = {"tag": "AGE", "value": "43", "certainty": 5, "hardness": 1}
_ROW = {"id": "a", "text": TEXT, "subjects": [{"id": 1, "description": "Ana", "facts": [_FACT]}]}
_SPAN = {"start": 3, "end": 11, "text": "Ana Reis", "type": "PERSON", "identifier": "DIRECT", "entity_id": "e1"}
_PEOPLE = {"people": [{"called": "Ana", "description": "nurse", "how_many": 1, "facts": []}]}
_BODY = (
    b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Ana'
    b"</w:t><w:tab/><w:t>Reis</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl></w:body></w:document>"
)
_MAIL = (
    b"From: =?utf-8?q?Ana_Reis?= <ana@example.org>\r\nTo: Ben\r\nSubject: Hi\r\nContent-Type: multipart/mixed; "
    b"boundary=x\r\n\r\n--x\r\nContent-Type: text/html; charset=latin-1\r\n\r\n<p>Hi Ben</p>\r\n--x--\r\n"
)
_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
    b"4 0 obj<</Length 33>>stream\nBT /F 9 Tf (Ana Reis is here) Tj ET\nendstream endobj\n"
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
)
_RESULTS = Path(__file__).with_name("fuzz_results.json")

TARGETS = {
    target.name: target
    for target in (
        FuzzTarget(
            "jsonl",
            partial(_read, "a.jsonl"),
            (_jsonl([_ROW, {**_ROW, "id": "b", "mentions": [_SPAN]}]), b'{"id": 1, "anonymized_text": "x"}\n'),
        ),
        FuzzTarget("json", partial(_read, "a.json"), (json.dumps([_ROW]).encode(), b'{"entities": [], "text": "x"}')),
        FuzzTarget("csv", partial(_read, "a.csv"), (b'id,text,subjects\n1,"Ana, 43",[]\n2,b,\n', b"id;text\n1;\xe9\n")),
        FuzzTarget("text", partial(_read, "a.txt"), (TEXT.encode(), TEXT.encode("utf-16"), b"Caf\xe9 au lait")),
        FuzzTarget("html", _html, (b"<html><head><style>p{color:red}</style></head><p hidden>a<p>Ana<br>R</html>",)),
        FuzzTarget("eml", partial(_read, "a.eml"), (_MAIL,)),
        FuzzTarget("docx", _docx, (_BODY,)),
        FuzzTarget("pdf", partial(_read, "a.pdf"), (_PDF,)),
        FuzzTarget("answers", _answers, (json.dumps(_PEOPLE).encode(), b"```json\n{'people': []}\n``` <think>")),
        FuzzTarget("offsets", _offsets, (b"Ana Reis\0[]", b'Ana\0[{"start": 0, "end": 3, "text": "x"}]')),
        FuzzTarget("report", _report, (_RESULTS.read_bytes(), b"\x03\x01\x10\x02", b"\x00\xf0\x21\x13\x07\x08")),
        FuzzTarget("settings", _settings, (b"roles:\n  judge: rules\n", b"name: a\nkind: own\ndocuments: x\n", b"- 1")),
        FuzzTarget("journal", _journal, (b"",)),
        FuzzTarget("engine", _engine, (TEXT.encode(), b"[PERSON_1] met **** in Leeds on 3 May 1984.")),
    )
}
