"""HTML pages: what a reader sees is read, and a release holds nothing else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import read_documents
from gyges.corpus._files import laid_out_release
from gyges.corpus._files._html import ClassNames, clean_sheet, open_html
from gyges.corpus._files._layout import TextChange, text_of

PAGE = """<!DOCTYPE html>
<html><head><title>Report on Ana Lopes</title><meta name="author" content="TRAPPED">
<style>/* TRAPPED */ .big { color: red } p::before { content: "TRAPPED" } </style>
<script>var a = "TRAPPED";</script></head>
<body class="big TRAPPED"><!-- TRAPPED --><h1 id="TRAPPED">Report</h1>
<p data-x="TRAPPED">Dear <b>Ana
   Lopes</b>, you &amp; <a href="mailto:TRAPPED@example.org" title="TRAPPED">your son</a> live in
   <i>Por</i>to.<br>Bye</p>
<p hidden>TRAPPED</p><p style="display: none">TRAPPED</p><img src="TRAPPED.png" alt="TRAPPED">
<table><tr><td>Name</td><td>Ana Lopes</td></tr><tr><td>Town</td><td>Porto</td></tr></table>
<pre>  two
  lines</pre></body></html>"""
TEXT = (
    "Report on Ana Lopes\n\nReport\n\nDear Ana Lopes, you & your son live in Porto.\nBye\n\n"
    "Name\tAna Lopes\nTown\tPorto\n\n  two\n  lines"
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_the_text_is_what_a_reader_of_the_page_sees(page: Path) -> None:
    (document,) = read_documents(page)
    assert document.text == TEXT


def test_a_release_keeps_tags_and_looks_and_holds_nothing_that_was_not_read(page: Path) -> None:
    changes = []
    for name in ("Ana Lopes", "Porto"):
        start = TEXT.find(name)
        while start >= 0:
            changes.append(TextChange(start, start + len(name), "<X>"))
            start = TEXT.find(name, start + 1)
    made = laid_out_release(page, TEXT, TEXT.replace("Ana Lopes", "<X>").replace("Porto", "<X>"), changes)
    release = made.content.decode()
    assert [word for word in ("TRAPPED", "Lopes", "Por", "script", "href") if word in release] == []
    assert "<b>&lt;X&gt;</b>, you &amp; <a>your son</a> live in <i>&lt;X&gt;</i>.<br/>Bye" in release
    assert '<body class="c1">' in release
    assert ".c1 { color: red }" in release
    said = ", ".join(made.removed)
    assert said == "1 comment, 2 embedded parts, 2 hidden parts, 1 picture, 1 link target, 1 alternative text"


@pytest.mark.parametrize(
    "trap",
    [
        "<!DOCTYPE TRAPPED><p>x",
        '<style>p::after { content: "Note; TRAPPED" }</style><p>x',
        '<style>:root { --n: "TRAPPED" } @page TRAPPED { margin: 1cm } @TRAPPED;</style><p>x',
        "<style>p { font-family: TRAPPED, serif; mso-author: TRAPPED; color: trapped }</style><p>x",
        "<style>#TRAPPED, .TRAPPED, trapped, p[title=TRAPPED] { color: red }</style><p class=TRAPPED id=TRAPPED>x",
        "<style>@media print { .TRAPPED { color: red } } TRAPPED</style><p>x",
        "<style>p { color: red; /* TRAPPED</style><p>x",
        "<style>p { color: \\TRAPPED; background: url(TRAPPED.png) }</style><p>x",
        "<style media='TRAPPED'>p { color: red }</style><p>x",
        "<p style='color: red; content: \"a; TRAPPED\"; mso-style-name: TRAPPED; font: 12pt TRAPPED'>x",
        "<p style='background: url(TRAPPED.png); --x: TRAPPED; TRAPPED: 1; color: TRAPPED'>x",
        "<p lang='x-TRAPPED' dir='TRAPPED' align='TRAPPED'>x",
        "<table width='TRAPPED'><tr><td bgcolor='TRAPPED' colspan='TRAPPED' scope='TRAPPED'>x</table>",
        "<font face='TRAPPED' color='TRAPPED' size='TRAPPED'>x</font>",
        "<TRAPPED TRAPPED='x'>x</TRAPPED>",
        "<o:TRAPPED><trapped-name>x</trapped-name></o:TRAPPED>",
        "<noframes>TRAPPED</noframes><p>x",
    ],
)
def test_no_style_attribute_or_tag_carries_words_into_a_release(tmp_path: Path, trap: str) -> None:
    (tmp_path / "a.html").write_text(trap, encoding="utf-8")
    made = laid_out_release(tmp_path / "a.html", "x", "y", [TextChange(0, 1, "y")])
    assert "trapped" not in made.content.decode().lower()
    assert ">y<" in made.content.decode()


def test_looks_made_of_numbers_colours_and_listed_words_stay(tmp_path: Path) -> None:
    page = (
        "<style>h1, ul.big > li { color: #C00; margin: 0 auto !important }</style>"
        "<ul class='big none' style='width:50%; font-family: Arial, sans-serif'><li>x</li></ul>"
        "<table border=1 width='100%'><tr><td align=right colspan=2>y"
    )
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    release = laid_out_release(tmp_path / "a.html", "x\n\ny", "x\n\ny", []).content.decode()
    assert "<style>h1, ul.c1 > li { color: #c00; margin: 0 auto }</style>" in release
    assert '<ul class="c1" style="width: 50%; font-family: arial, sans-serif"><li>x</li></ul>' in release
    assert '<table border="1" width="100%"><tr><td align="right" colspan="2">y' in release


@given(st.text(alphabet="pc.#{}@;:,'\"/*\\ \n(Ž", max_size=60))
def test_no_sheet_is_too_broken_to_be_cleaned(sheet: str) -> None:
    kept = clean_sheet(sheet + "p{color:red}", ClassNames())
    assert "Ž" not in kept
    assert clean_sheet("p{color:red}", ClassNames()) == "p { color: red }"


def test_a_page_written_anew_keeps_the_looks_of_its_lines(page: Path) -> None:
    anew = TEXT.replace("Dear Ana Lopes, you & your son live in Porto.", "Dear you.").replace("Ana Lopes", "X")
    made = laid_out_release(page, TEXT, anew, None)
    assert made.flattened == 1
    assert b"<h1>Report</h1>" in made.content
    assert b"<td>Name</td><td>X</td>" in made.content


@pytest.mark.parametrize("page", ["<p>Zoë", "<!DOCTYPE html>\n<html><body>Zoë</body></html>", "<!DOCTYPE html>Zoë"])
def test_a_page_without_a_head_says_its_encoding_in_the_release(tmp_path: Path, page: str) -> None:
    (tmp_path / "a.html").write_text(page, encoding="utf-16")
    release = laid_out_release(tmp_path / "a.html", "Zoë", "Zoë", []).content
    assert b'<head><meta charset="utf-8"/></head>' in release
    assert release.startswith(b"<!DOCTYPE html>") == page.startswith("<!DOCTYPE")
    assert text_of(open_html(release)[0].pieces).strip() == "Zoë"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<meta charset='iso-8859-1'><p>Zoë".encode("latin-1"), "Zoë"),
        ("<meta charset=utf-8><p>Señora Zoë Muñoz from Cologne".encode("cp1252"), "Señora Zoë Muñoz from Cologne"),
        ("<p>Zoë".encode("utf-16"), "Zoë"),
        ("<meta charset=iso-8859-1><p>Zoë".encode("utf-8-sig"), "Zoë"),
        ("<meta charset=utf-8><p>Zoë".encode("utf-16"), "Zoë"),
        ("<meta charset=utf-16><p>Zoë".encode(), "Zoë"),
        ("<meta charset=iso-8859-1><p>Zoë – 5 €".encode("cp1252"), "Zoë – 5 €"),
        ("<meta charset=us-ascii><p>Zoë is “ill”".encode("cp1252"), "Zoë is “ill”"),
        (b"", ""),
        (b"<", "<"),
        (b"<p>a<p>b</div></b>", "a\n\nb"),
        (b"<div>" * 20_000 + b"deep", "deep"),
    ],
)
def test_pages_as_they_are_found_are_read(raw: bytes, text: str) -> None:
    layout, _ = open_html(raw)
    assert text_of(layout.pieces) == text


@given(st.text(alphabet="ab <>/&;!-bpitdr\n\"'=", max_size=80))
def test_no_page_is_too_broken_to_be_read(page: str) -> None:
    layout, _ = open_html(page.encode())
    assert "<!--" not in text_of(layout.pieces) or "<!--" in page
