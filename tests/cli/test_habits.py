"""Habits of the command line, tried as a user does: real files, pipes and processes."""

import io
import os
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from corpus.files.samples import letter_docx, pdf

TEXT = "Ana Lopes, 41, is a nurse in Porto. Her number is 555-123-4567.\n"
GYGES = (sys.executable, "-m", "gyges")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text(TEXT, encoding="utf-8")


def _gyges(*words: str, stdin: bytes = b"", status: int = 0) -> tuple[str, str]:
    done = subprocess.run([*GYGES, *words], input=stdin, capture_output=True, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == status, err
    assert "Traceback" not in err
    return out, err


def _mask(*words: str, stdin: bytes = b"", status: int = 0) -> tuple[str, str]:
    return _gyges("anonymize", "--method", "mask", *words, stdin=stdin, status=status)


def _released() -> str:
    return _mask("-q", "letter.txt")[0]


def test_one_text_is_printed_as_it_is_and_messages_go_elsewhere() -> None:
    out, err = _mask("letter.txt")
    assert "Ana" not in out
    assert out.startswith("[PERSON], ")
    assert out.endswith("].\n")
    assert not out.endswith("\n\n")
    assert "gyges: anonymize mask: 1 of 1 documents" in err
    assert "gyges: the run folder is " in err


def test_a_text_sent_into_it_needs_no_dash() -> None:
    assert _mask("-q", stdin=TEXT.encode())[0] == _mask("-q", "-", stdin=TEXT.encode())[0] == _released()


def test_nothing_sent_into_it_is_one_clear_line() -> None:
    out, err = _mask(status=2)
    assert out == ""
    assert err == "gyges: GY101 standard input is empty; name a file or folder, or send a text into it\n"


def test_quiet_says_nothing_but_the_result_and_verbose_names_every_document() -> None:
    assert _mask("-q", "letter.txt")[1] == ""
    assert "gyges: anonymize mask: letter.txt done\n" in _mask("letter.txt", "-v", "--out", "o")[1]
    assert _gyges("-q", "anonymize", "letter.txt", "--method", "mask", "--out", "p")[1] == ""
    assert "-q and -v are opposites" in _mask("-q", "-v", "letter.txt", status=2)[1]


def test_a_folder_of_releases_has_neutral_names_unless_told_otherwise() -> None:
    for name in ("letters/lopes.txt", "letters/ward/berger.txt"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(TEXT, encoding="utf-8")
    Path("letters/reis.pdf").write_bytes(pdf("Maria Reis called."))
    _mask("-q", "letters", "-o", "released")
    assert sorted(path.name for path in Path("released").rglob("*")) == ["d-0001.txt", "d-0002.txt", "d-0003.txt"]
    _mask("letters", "-o", "kept", "--keep-ids")
    found = sorted(path.relative_to("kept").as_posix() for path in Path("kept").rglob("*.txt"))
    assert found == ["lopes.txt", "reis.pdf.txt", "ward/berger.txt"]
    assert "holds files already" in _mask("letters", "-o", "kept", "--keep-ids", status=2)[1]


def test_a_folder_taken_by_force_holds_the_new_release_and_nothing_older() -> None:
    Path("letters").mkdir()
    for name in "abc":
        Path(f"letters/{name}.txt").write_text(TEXT, encoding="utf-8")
    _mask("-q", "letters", "-o", "released")
    Path("letters/c.txt").unlink()
    _mask("-q", "letters", "-o", "released", "--force", "--out", "o")
    assert sorted(path.name for path in Path("released").iterdir()) == ["d-0001.txt", "d-0002.txt"]
    Path("released/mine.txt").write_text("mine", encoding="utf-8")
    err = _mask("letters", "-o", "released", "--force", "--out", "p", status=2)[1]
    assert "released holds mine.txt, which this release does not write" in err
    assert not Path("p").exists()
    assert len(list(Path("released").iterdir())) == 3


@pytest.mark.parametrize("place", ["letters", "letters/out", "letters/out.jsonl", ".", "letters/../letters"])
def test_nothing_is_written_among_the_originals(place: str) -> None:
    Path("letters").mkdir()
    Path("letters/a.txt").write_text(TEXT, encoding="utf-8")
    err = _mask("letters", "-o", place, "--force", "--keep-ids", "--out", "o", status=2)[1]
    assert "the originals in letters overlap; name a place apart from them" in err
    assert [path.name for path in Path("letters").iterdir()] == ["a.txt"]
    assert Path("letters/a.txt").read_text(encoding="utf-8") == TEXT
    assert "overlap" in _mask("letters/a.txt", "-o", "letters/a.txt", "--force", status=2)[1]


def test_a_word_document_is_released_as_one_that_looks_the_same_and_says_what_it_left_out() -> None:
    Path("a.docx").write_bytes(letter_docx())
    out, err = _mask("a.docx", "-o", "b.docx")
    assert out == ""
    assert "gyges: not in b.docx: author, company and other properties, " in err
    everything = zipfile.ZipFile("b.docx")
    words = b"".join(everything.read(name) for name in everything.namelist())
    assert [name for name in (b"Lopes", b"Berger", b"Reis", b"COMMENTED", b"HIDDEN") if name in words] == []
    assert b'<w:pStyle w:val="Heading1"/>' in words


def test_the_shell_is_told_how_to_complete_verbs_and_options() -> None:
    asked = {**os.environ, "_GYGES_COMPLETE": "complete_bash", "COMP_WORDS": "gyges anon", "COMP_CWORD": "1"}
    gyges = Path(sys.executable).with_name("gyges")
    done = subprocess.run([gyges], env=asked, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["anonymize"]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_no_color_is_respected_on_a_terminal() -> None:
    import pty

    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"}
    done = subprocess.Popen([*GYGES, "datasets", "list"], stdout=theirs, stderr=theirs, stdin=theirs, env=env)
    os.close(theirs)
    shown = io.BytesIO()
    with suppress(OSError):  # how a terminal says that nobody is at its other end any more
        while chunk := os.read(ours, 65536):
            shown.write(chunk)
    os.close(ours)
    assert done.wait() == 0
    assert b"bundled" in shown.getvalue()
    colours = tuple(b"\x1b[%dm" % number for number in range(30, 50))
    assert not any(colour in shown.getvalue() for colour in colours)
    assert b"38;5;" not in shown.getvalue()
