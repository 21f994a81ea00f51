"""Mails and PDF files: their text, what of them is not read, and files that are broken."""

import io
from pathlib import Path

import pypdf
import pytest

from corpus.files.samples import mail, pdf
from gyges.corpus import SkippedRows, files_left_out, read_documents
from gyges.errors import BadRowError


def _read(path: Path, content: bytes) -> tuple[str, list[str]]:
    path.write_bytes(content)
    notes: list[str] = []
    (document,) = read_documents(path, note=lambda place, said: notes.append(f"{place}: {said}"))
    return document.text, notes


def _problem(path: Path, content: bytes) -> str:
    with pytest.raises(BadRowError) as caught:
        _read(path, content)
    return str(caught.value)


def test_a_mail_gives_who_wrote_to_whom_and_the_text_and_says_what_was_not_read(tmp_path: Path) -> None:
    text, notes = _read(tmp_path / "a.eml", mail())
    assert text == (
        "From: Maria Reis <maria@example.org>\nTo: tom@example.org\nSubject: Überweisung\n\nAna Lopes is ill.\n"
    )
    assert notes == ["a.eml: 1 attachment of the mail not read"]


def test_a_mail_that_is_a_page_gives_the_text_of_the_page(tmp_path: Path) -> None:
    text, _ = _read(tmp_path / "a.eml", mail("<p>Ana <b>Lopes</b></p><p>Zoë</p>", "html"))
    assert text.endswith("\n\nAna Lopes\n\nZoë")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "a.eml: no e-mail: it has no header such as From or Subject; check the file"),
        (b"\x00\xff\xfe" * 50, "no e-mail"),
        (b"From: a\nContent-Type: image/png\n\nxx", "a.eml: an e-mail without a text"),
        (b"From: a\nContent-Type: text/plain; charset=nonsense\n\n\xff", "a.eml: a damaged e-mail; open it in a mail"),
    ],
)
def test_a_broken_mail_is_one_clear_line(tmp_path: Path, content: bytes, words: str) -> None:
    assert words in _problem(tmp_path / "a.eml", content)


KIND = b"Content-Type: text/%s\nContent-Transfer-Encoding: 8bit\n\n"


@pytest.mark.parametrize(
    ("header", "body", "text", "guess"),
    [
        (KIND % b"plain", "Zoë Muñoz – Köln".encode(), "Zoë Muñoz – Köln", ""),
        (KIND % b"plain", "Zoë Muñoz is in Köln".encode("cp1252"), "Zoë Muñoz is in Köln", "Windows-1252"),
        (KIND % b"plain; charset=us-ascii", "Zoë Muñoz".encode(), "Zoë Muñoz", ""),
        (KIND % b"plain; charset=iso-8859-1", "Zoë – 5 €".encode("cp1252"), "Zoë – 5 €", ""),
        (KIND % b"plain; charset=utf-8", "it says \ufffd itself".encode(), "it says \ufffd itself", ""),
        (KIND % b"plain; charset=iso-8859-2", "Łukasz Żółty".encode("iso-8859-2"), "Łukasz Żółty", ""),
        (KIND % b"html", "<p>Zoë Muñoz is in Köln".encode("cp1252"), "Zoë Muñoz is in Köln", "Windows-1252"),
        (b"\n", "Zoë".encode(), "Zoë", ""),
    ],
)
def test_no_letter_of_a_mail_is_lost_where_it_does_not_name_its_charset(
    tmp_path: Path, header: bytes, body: bytes, text: str, guess: str
) -> None:
    read, notes = _read(tmp_path / "a.eml", b"Subject: x\n" + header + body)
    assert read == f"Subject: x\n\n{text}"
    assert [note.partition(",")[0] for note in notes] == ([f"a.eml: read as {guess}"] if guess else [])


def test_a_header_in_plain_bytes_is_read_as_they_are(tmp_path: Path) -> None:
    assert _read(tmp_path / "a.eml", "Subject: Zoë Muñoz\n\nx".encode())[0] == "Subject: Zoë Muñoz\n\nx"
    text, notes = _read(tmp_path / "a.eml", "From: Zoë <z@a.org>\n\nx".encode("cp1252"))
    assert text == "From: Zoë <z@a.org>\n\nx"
    assert "read as Windows-1252" in notes[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"From: a\n" + KIND % b"plain; charset=utf-8" + b"Zo\xeb", "not in the encoding it names (utf-8)"),
        (b"Subject: =?utf-8?q?Zo=EB?=\n\nx", "header Subject is damaged"),
        (b"From: a\nContent-Transfer-Encoding: base64\n\nQQQQQ", "a damaged e-mail"),
    ],
)
def test_letters_that_would_be_lost_make_a_bad_row(tmp_path: Path, content: bytes, words: str) -> None:
    assert words in _problem(tmp_path / "a.eml", content)


def test_the_text_layer_of_a_pdf_is_read_and_pages_without_one_are_said(tmp_path: Path) -> None:
    text, notes = _read(tmp_path / "a.pdf", pdf("Ana Lopes is ill.", "", "Bye."))
    assert text == "Ana Lopes is ill.\n\nBye."
    assert notes == ["a.pdf: 1 of 3 pages have no text layer; what is on them was not read"]


def _locked(password: str, algorithm: str) -> bytes:
    writer = pypdf.PdfWriter(io.BytesIO(pdf("Ana")))
    writer.encrypt(password, algorithm=algorithm)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def test_an_encrypted_pdf_is_one_clear_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for algorithm in ("RC4-128", "AES-256"):
        problem = _problem(tmp_path / "a.pdf", _locked("secret", algorithm))
        assert problem == "GY102 a.pdf: an encrypted PDF; save it without a password, or pass --skip-bad"
    assert not caplog.text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no PDF, or a damaged one"),
        (b"%PDF-1.4 and nothing", "no PDF, or a damaged one"),
        (pdf("Ana")[:300], "no PDF, or a damaged one"),
        (pdf("", ""), "a PDF without a text layer (a scan?); run it through OCR first"),
        (pdf(), "a PDF without a text layer"),
    ],
)
def test_a_pdf_that_cannot_be_read_is_one_clear_line(
    tmp_path: Path, content: bytes, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert words in _problem(tmp_path / "a.pdf", content)
    assert not caplog.text


def test_a_folder_mixes_kinds_and_skips_broken_ones_when_told_so(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ana", encoding="utf-8")
    (tmp_path / "b.pdf").write_bytes(pdf("Ben"))
    (tmp_path / "c.html").write_text("<p>Cem", encoding="utf-8")
    (tmp_path / "d.pdf").write_bytes(b"broken")
    (tmp_path / "e.xlsx").write_bytes(b"PK")
    skipped = SkippedRows()
    found = list(read_documents(tmp_path, skipped=skipped))
    assert [(document.id, document.text) for document in found] == [
        ("a.txt", "Ana"),
        ("b.pdf", "Ben"),
        ("c.html", "Cem"),
    ]
    assert skipped.examples == ["d.pdf: no PDF, or a damaged one"]
    assert [file.name for file in files_left_out(tmp_path)] == ["e.xlsx"]
