"""Small Word documents and PDF files that would take gigabytes or hours are refused in one line."""

from pathlib import Path

import pytest

from gyges.corpus import read_documents
from gyges.corpus._files import _docx
from gyges.corpus._files import _mail_and_pdf as _pdf
from gyges.errors import BadRowError
from house.scripts import script

huge_lines = script("huge_lines")


def _problem(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with pytest.raises(BadRowError) as caught:
        list(read_documents(path))
    return str(caught.value)


def test_a_word_document_of_endless_marks_is_refused_before_it_is_a_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_docx, "_MOST_TAGS", 1_000)
    said = _problem(tmp_path / "a.docx", huge_lines._docx(b"<w:p/>" * 2_000))
    assert "a Word document with 2,011 XML tags, more than any letter" in said


def test_xml_counts_whatever_its_part_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_docx, "_MOST_XML", 10_000)
    body = b"<w:p/>" * 2_000
    said = _problem(tmp_path / "a.docx", huge_lines._docx(body, part="word/document.bin"))
    assert "a Word document that unpacks to 0 MB, more than any letter" in said


def test_an_entry_that_lies_about_its_size_is_not_unpacked(tmp_path: Path) -> None:
    said = _problem(tmp_path / "a.docx", huge_lines._docx(b"<w:p/>" * 200_000, declared=1_000))
    assert "a damaged Word document" in said


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("_MOST_STEPS", "draws more than 500 signs and lines"),
        ("_MOST_CONTENT", "draws more than 0 MB say"),
        ("_MOST_CHARACTERS", "draws more than 500 characters"),
    ],
)
def test_one_page_listed_again_and_again_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, words: str
) -> None:
    monkeypatch.setattr(_pdf, limit, 500)
    kids = f"<</Type/Pages/Kids[{'3 0 R ' * 200}]/Count 200>>"
    page = huge_lines._pdf(kids, huge_lines._PAGE, huge_lines._stream(huge_lines._SAYS), huge_lines._FONT)
    assert words in _problem(tmp_path / "a.pdf", page)


def test_paragraphs_of_one_cell_are_read_in_one_pass(tmp_path: Path) -> None:
    rows = b"<w:p><w:r><w:t>Ana</w:t></w:r></w:p>" * 3_000
    cells = b"<w:tbl><w:tr><w:tc>" + rows + b"</w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>"
    path = tmp_path / "a.docx"
    path.write_bytes(huge_lines._docx(cells))
    (document,) = read_documents(path)
    assert document.text.count("Ana\n") == 2_999
    assert "Ana\t" in document.text
