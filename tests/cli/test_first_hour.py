"""The first hour of a new user, by kind of input: what is typed, what is said, what lies there afterwards."""

import json
import os
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

import pytest

from corpus.files.samples import letter_docx

GYGES = (sys.executable, "-m", "gyges")
LETTER = "Dear Mrs Alvarez,\n\nmy name is Thomas Berger, I am 47 and I live in Leeds. My wife Anna is a nurse.\n"
FRENCH = (
    "Madame Moreau,\n\nje m'appelle Luc Bernard, j'ai 52 ans et j'habite rue des Jardins avec ma femme et nos enfants. "
    "Ma femme Claire travaille comme infirmière à la clinique. Veuillez me rappeler dès que possible.\n"
)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _gyges(*words: str, stdin: str = "", status: int = 0, before: tuple[str, ...] = ()) -> tuple[str, str]:
    done = subprocess.run([*before, *GYGES, *words], input=stdin.encode(), capture_output=True, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == status, err
    assert "Traceback" not in err
    return out, err


def _letters() -> None:
    Path("letters").mkdir()
    Path("letters/berger_thomas.txt").write_text(LETTER, encoding="utf-8")
    Path("letters/zoe.txt").write_bytes("Dear José, I am Zoë Müller, a baker from Zürich.\n".encode("latin-1"))
    Path("letters/french.txt").write_text(FRENCH, encoding="utf-8")
    Path("letters/empty.txt").write_text("", encoding="utf-8")
    Path("letters/lopes.docx").write_bytes(letter_docx())
    Path("letters/ref.html").write_text("<h1>Reference</h1><p>Emily Watson is an accountant.</p>", encoding="utf-8")
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Thomas Berger <t.berger@example.org>", "Complaint"
    mail.set_content(LETTER)
    Path("letters/complaint.eml").write_bytes(bytes(mail))


def test_a_folder_of_letters_is_released_and_measured_as_the_guide_says() -> None:
    _letters()
    assert "documents" in _gyges("datasets", "stats", "letters/")[0]
    out, err = _gyges("anonymize", "letters/", "-o", "released", status=1)
    assert "6 of 7 documents released" in out
    assert "gyges: french.txt has no release: GY501 'french.txt' is in French" in err
    assert "zoe.txt: read as Windows-1252" in err
    published = [*Path("released").iterdir(), Path("runs/anonymize/public/public.jsonl")]
    assert sorted(path.name for path in published if path.suffix == ".txt")[0].startswith("d-000")
    everything = "".join(path.name + path.read_text(encoding="utf-8") for path in published)
    names = ("berger", "Berger", "Anna", "lopes", "Lopes", "Watson", "Zoë", "french", "complaint")
    assert [name for name in names if name in everything] == []
    _, err = _gyges("audit", "letters/", "runs/anonymize", "--fail-under", "coverage=0.85")  # one of seven is in French
    assert "empty.txt" in err
    shown = _gyges("runs", "show", "runs/anonymize")[0]
    assert "public/public.jsonl" in shown
    _gyges("runs", "purge", "runs/anonymize", "--yes")
    assert not Path("runs/anonymize").exists()


def test_an_empty_text_has_an_empty_release_and_is_no_failure() -> None:
    Path("a").mkdir()
    Path("a/letter.txt").write_text(LETTER, encoding="utf-8")
    Path("a/empty.txt").write_text("", encoding="utf-8")
    _gyges("anonymize", "a", "--method", "mask")
    audited = json.loads(_gyges("audit", "a", "runs/anonymize", "--json", "-")[0])
    assert audited["coverage"]["attacked"] == 2
    Path("emptied.jsonl").write_text('{"id": "letter.txt", "text": ""}\n{"id": "empty.txt", "text": ""}\n')
    _, err = _gyges("audit", "a", "emptied.jsonl", status=1)
    assert "gyges: too little was read; emptied: only 1 of 2 documents" in err
    assert "the first failure: letter.txt: the text is empty" in err
    assert "the gate failed" in _gyges("audit", "a", "emptied.jsonl", "--fail-under", "cpr=0.9", status=1)[1]


def test_where_nothing_was_released_nothing_is_said_to_be_for_publishing() -> None:
    Path("g").mkdir()
    for name in ("a.txt", "b.txt"):
        Path("g", name).write_text(FRENCH, encoding="utf-8")
    out, _ = _gyges("anonymize", "g", status=1)
    assert "may be published: the texts" not in out
    assert "Nothing may be published" in out


def test_a_table_of_a_spreadsheet_with_names_as_ids_is_released_without_them() -> None:
    notes = {
        "Berger, Thomas": "Thomas Berger, 47, is a nurse, and his wife works in the same hospital.",
        "Costa, Maria": "Maria Costa, a retired teacher, called about the bill for the house.",
    }
    rows = "Patient;Notiz\r\n" + "".join(f'"{name}";"{text}"\r\n' for name, text in notes.items())
    Path("notes.csv").write_bytes(rows.encode("utf-16"))
    assert "(there are: Patient, Notiz); name it with --text-field" in _gyges("anonymize", "notes.csv", status=2)[1]
    words = ("anonymize", "notes.csv", "--text-field", "Notiz", "--id-field", "Patient", "-o", "released.csv")
    _, err = _gyges(*words)
    assert "read as UTF-16" in err
    assert "semicolons" in err
    for path in ("released.csv", "runs/anonymize/public/public.jsonl"):
        text = Path(path).read_text(encoding="utf-8")
        assert [name for name in ("Berger", "Costa", "Thomas", "Maria") if name in text] == []
    about_originals = ("--text-field", "Notiz", "--id-field", "Patient", "--encoding", "utf-16")
    _gyges("audit", "notes.csv", "runs/anonymize", *about_originals)


def test_earlier_results_stay_where_a_forced_run_cannot_start() -> None:
    Path("letter.txt").write_text(LETTER, encoding="utf-8")
    _gyges("anonymize", "letter.txt", "--out", "run")
    before = {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file() and path.name != "lock"}
    _gyges("anonymize", "letter.txt", "--out", "run", "--force", "--method", "msk", status=2)
    assert {path: path.read_bytes() for path in before} == before


def test_only_a_run_with_a_map_of_ids_speaks_of_one() -> None:
    Path("letter.txt").write_text(LETTER, encoding="utf-8")
    _gyges("audit", "letter.txt")
    _gyges("anonymize", "letter.txt")
    assert "ids.jsonl" not in Path("runs/audit/README.txt").read_text(encoding="utf-8")
    assert "ids.jsonl" in Path("runs/anonymize/README.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="takes rights away from root too")
def test_what_may_not_be_read_or_written_is_named_before_the_work() -> None:
    powers = "-dac_override,-dac_read_search"
    plain = ("setpriv", "--bounding-set", powers, "--inh-caps", powers) if os.geteuid() == 0 else ()
    for folder in ("letters/inner", "closed"):
        Path(folder).mkdir(parents=True)
    for path in ("letters/a.txt", "letters/b.txt", "letters/inner/c.txt"):
        Path(path).write_text(LETTER, encoding="utf-8")
    Path("closed").chmod(0o500)
    _, err = _gyges("anonymize", "letters/a.txt", "-o", "closed/b.txt", status=2, before=plain)
    assert "closed/b.txt cannot be written (no right to write into " in err
    assert not Path("runs").exists()
    Path("letters/b.txt").chmod(0)
    assert (
        "letters/b.txt cannot be read (Permission denied)" in _gyges("anonymize", "letters", status=2, before=plain)[1]
    )
    Path("letters/b.txt").chmod(0o600)
    Path("letters/inner").chmod(0)
    _, err = _gyges("anonymize", "letters", status=2, before=plain)
    Path("letters/inner").chmod(0o700)
    assert "letters/inner cannot be read (Permission denied)" in err
