"""Word documents: what is read, and that a release holds nothing else."""

import io
import zipfile
from pathlib import Path

import docx
import pytest

from corpus.files.samples import letter_docx, with_entries
from gyges.corpus import read_documents
from gyges.corpus._files import laid_out_release
from gyges.corpus._files._layout import TextChange
from gyges.errors import BadRowError, InputError

TRAPS = [
    "HIDDEN", "COMMENTED", "DELETED", "LINKED", "INSTRUCTED", "BOOKMARKED", "NAMED", "ALTERNATIVE", "TITLED",
    "REMARKED", "STYLED", "Reis", "Maria", "rsid", "python-docx",
]  # fmt: skip
TEXT = (
    "Letter about Ana Lopes\nDear Dr. Tom Berger, my patient Ana Lopes lives in Porto.\n"
    "\nBoxed words of Ana Lopes\nShe is better today.\nKind regards\n"
    "Name\tAna Lopes\nTown\tPorto\nPractice of Maria Reis"
)


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.docx"
    path.write_bytes(letter_docx())
    return path


def _text(path: Path) -> str:
    (document,) = read_documents(path)
    return document.text


def _changes(text: str, words: dict[str, str]) -> list[TextChange]:
    found = []
    for old, new in words.items():
        start = text.find(old)
        while start >= 0:
            found.append(TextChange(start, start + len(old), new))
            start = text.find(old, start + len(old))
    return sorted(found, key=lambda change: change.start)


def _released(text: str, words: dict[str, str]) -> str:
    for old, new in words.items():
        text = text.replace(old, new)
    return text


WORDS = {"Ana Lopes": "[PERSON]", "Tom Berger": "[PERSON]", "Porto": "[PLACE]", "Maria Reis": "[PERSON]"}


def test_body_boxes_tables_and_headers_are_read_and_what_nobody_sees_is_not(letter: Path) -> None:
    text = _text(letter)
    assert sorted(text.split("\n")) == sorted(TEXT.split("\n"))
    assert text.startswith("Letter about Ana Lopes\n")


def test_a_release_keeps_the_formats_of_runs_and_holds_nothing_that_was_not_read(letter: Path, tmp_path: Path) -> None:
    text = _text(letter)
    made = laid_out_release(letter, text, _released(text, WORDS), _changes(text, WORDS))
    package = zipfile.ZipFile(io.BytesIO(made.content))
    everything = b"\n".join(package.read(name) for name in package.namelist()).decode("utf-8", "replace")
    assert [trap for trap in (*TRAPS, "Lopes", "Berger", "Porto") if trap in everything] == []
    (tmp_path / "out.docx").write_bytes(made.content)
    release = docx.Document(str(tmp_path / "out.docx"))
    runs = {run.text: (run.bold, run.italic) for paragraph in release.paragraphs for run in paragraph.runs}
    assert runs["Dr. [PERSON]"] == (True, None)
    assert runs["[PERSON]"] == (True, None)  # the longer half of a name in two formats
    assert release.paragraphs[0].style is not None
    assert release.paragraphs[0].style.name == "Heading 1"
    assert [cell.text for cell in release.tables[0].columns[1].cells] == ["[PERSON]", "[PLACE]"]
    assert release.sections[0].header.paragraphs[0].text == "Practice of [PERSON]"


MAIN, STYLES, LISTS, THEME = "word/document.xml", "word/styles.xml", "word/numbering.xml", "word/theme/theme1.xml"


@pytest.mark.parametrize(
    ("entry", "old", "new"),
    [
        (MAIN, "<w:body>", "<w:body><!-- TRAPPED --><?TRAPPED x?>TRAPPED"),
        (MAIN, "<w:body>", "<w:body><w:r><w:t>TRAPPED</w:t></w:r>"),
        (MAIN, "<w:body>", "<w:body><w:p>TRAPPED<w:t>TRAPPED</w:t></w:p>"),
        (MAIN, "<w:body>", "<w:body><w:p><w:pPr><w:note w:val='TRAPPED'/><w:t>TRAPPED</w:t></w:pPr></w:p>"),
        (MAIN, "<w:body>", "<w:body><w:p w:TRAPPED='x' TRAPPED='x' w:val='TRAPPED'/>"),
        (MAIN, "<w:body>", "<w:body><w:p><w:pPr><w:jc w:val='TRAPPED by Maria'/></w:pPr></w:p>"),
        (MAIN, "<w:body>", "<w:body><w:p><x:pPr xmlns:x='urn:TRAPPED'><x:a>TRAPPED</x:a></x:pPr></w:p>"),
        (MAIN, "<w:pgSz", "<w:note>TRAPPED</w:note><w:printerSettings/><w:pgSz"),
        (STYLES, "<w:qFormat/>", "<w:aliases w:val='TRAPPED'/><w:qFormat/><!-- TRAPPED -->"),
        (STYLES, "<w:docDefaults>", "<w:docDefaults><w:note w:val='TRAPPED'/>"),
        (STYLES, '<w:name w:val="heading 9"/>', '<w:name w:val="TRAPPED 9"/>'),
        (STYLES, 'w:styleId="Heading9"', 'w:styleId="TRAPPED"'),
        (STYLES, '<w:lsdException w:name="Normal"', '<w:lsdException w:name="TRAPPED"'),
        (LISTS, "<w:multiLevelType", "<w:name w:val='TRAPPED'/><w:multiLevelType"),
        (THEME, 'name="Office"', 'name="TRAPPED"'),
        (THEME, "<a:objectDefaults>", "<!-- TRAPPED --><a:objectDefaults>TRAPPED"),
        (THEME, "<a:extraClrSchemeLst/>", "<a:custClrLst><a:custClr name='TRAPPED'/></a:custClrLst>"),
    ],
)
def test_no_place_that_is_not_read_carries_words_into_a_release(tmp_path: Path, entry: str, old: str, new: str) -> None:
    whole = zipfile.ZipFile(io.BytesIO(letter_docx())).read(entry).decode()
    assert old in whole
    path = tmp_path / "a.docx"
    path.write_bytes(with_entries(letter_docx(), {entry: whole.replace(old, new, 1).encode()}))
    text = _text(path)
    assert "TRAPPED" not in text
    package = zipfile.ZipFile(io.BytesIO(laid_out_release(path, text, text, []).content))
    assert [name for name in package.namelist() if b"TRAPPED" in package.read(name)] == []
    assert text.startswith((TEXT[:20], "\n" + TEXT[:20]))


def test_what_was_taken_out_is_said(letter: Path) -> None:
    text = _text(letter)
    made = laid_out_release(letter, text, text, [])
    assert made.removed[0] == "author, company and other properties"
    said = ", ".join(made.removed)
    for words in (
        "1 comment",
        "1 hidden passage",
        "1 deleted passage",
        "1 tracked insertion",
        "1 link target",
        "1 field",
    ):
        assert words in said


def test_a_text_written_anew_keeps_the_looks_of_its_paragraphs(letter: Path, tmp_path: Path) -> None:
    text = _text(letter)
    anew = text.replace(
        "Dear Dr. Tom Berger, my patient Ana Lopes lives in Porto.", "Dear colleague, my patient is ill.\nNew line."
    )
    made = laid_out_release(letter, text, anew, None)
    assert made.flattened == 1
    (tmp_path / "out.docx").write_bytes(made.content)
    again = docx.Document(str(tmp_path / "out.docx"))
    assert "Dear colleague, my patient is ill.\nNew line." in [paragraph.text for paragraph in again.paragraphs]
    assert again.paragraphs[0].style is not None
    assert again.paragraphs[0].style.name == "Heading 1"


def test_a_file_that_changed_since_it_was_read_is_refused(letter: Path) -> None:
    with pytest.raises(InputError, match="changed since it was read"):
        laid_out_release(letter, "another text", "x", None)


def _laughs() -> bytes:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    body = f'<!DOCTYPE x [<!ENTITY a0 "ha">{entities}]>' + (
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>'
        "<w:t>&a9;</w:t></w:r></w:p></w:body></w:document>"
    )
    return with_entries(letter_docx(), {"word/document.xml": body.encode()})


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no Word document; check the file"),
        (b"PK\x03\x04 no", "no Word document"),
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 600, "a Word document with a password, or an old .doc; save it as .docx"),
        (with_entries(letter_docx(), {"word/document.xml": b"<w:p"}), "a damaged Word document; open it in Word"),
        (with_entries(letter_docx(), {"[Content_Types].xml": b"<x/>"}), "a damaged Word document"),
        (letter_docx()[:-400], "no Word document"),
    ],
)
def test_a_file_that_is_no_word_document_is_one_clear_line(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "a.docx").write_bytes(content)
    with pytest.raises(BadRowError) as caught:
        _text(tmp_path / "a.docx")
    assert f"a.docx: {words}" in str(caught.value)
    assert "--skip-bad" in str(caught.value)


def test_entities_that_laugh_are_not_opened(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(_laughs())
    with pytest.raises(BadRowError, match="damaged Word document"):
        _text(tmp_path / "a.docx")
