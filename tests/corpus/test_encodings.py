"""Which encoding a file is in, told by its bytes, and said."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gyges.corpus import read_documents
from gyges.corpus._encodings import decoded
from gyges.errors import BadRowError, ConfigError, InputError

LETTER = "Señora Muñoz wohnt in Köln – sie ist Ärztin, Straße 5, et a déjà été opérée."
Notes = list[tuple[str, str]]


def _read(path: Path, **terms: str) -> tuple[list[str], Notes]:
    notes: Notes = []
    documents = read_documents(path, note=lambda place, said: notes.append((place, said)), **terms)  # type: ignore[arg-type]
    return [document.text for document in documents], notes


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", None),
        ("utf-8-sig", None),
        ("cp1252", "Windows-1252"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("utf-32", "UTF-32"),
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "a.csv", "letters/a.txt"])
def test_the_encoding_of_a_file_is_recognised_and_said(
    tmp_path: Path, name: str, encoding: str, said: str | None
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    content = f'id,text\n1,"{LETTER}"\n' if name == "a.csv" else LETTER
    path.write_bytes(content.encode(encoding))
    texts, notes = _read(path.parent if "/" in name else path)
    assert texts == [LETTER]
    assert notes == (
        [(path.name, f"read as {said}, as it is not UTF-8; if that is wrong, name its --encoding")] if said else []
    )


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Анна живёт в Москве и работает врачом.", "cp1251"),
        ("Müşteri Ğ łódź żółć gęślą jaźń wąż", "cp1250"),
        ("Pan Łukasz Nowak jest chory.", "cp1250"),
        ("Pan Łukasz Nowak jest chory.", "iso-8859-2"),
        ("To jest Żółw i jego dom.", "cp1250"),
        ("Żółty stół, mój żal", "cp1250"),
        ("Michał Nowak był w domu.", "cp1250"),
        ("Ona ma nóż i wóz", "cp1250"),
        ("Ľubica Nova", "cp1250"),
    ],
)
def test_what_is_not_western_is_never_read_as_if_it_were(tmp_path: Path, text: str, encoding: str) -> None:
    raw = text.encode(encoding, "ignore")
    (tmp_path / "a.txt").write_bytes(raw)
    with pytest.raises(BadRowError, match=r"a.txt: not UTF-8 \(byte \d+\); .*name its --encoding"):
        _read(tmp_path / "a.txt")
    assert _read(tmp_path / "a.txt", encoding=encoding) == ([raw.decode(encoding)], [])


@pytest.mark.parametrize(
    "text",
    [
        "Das kostet £5 oder 7 €, bei 20 °C und 3 m³ à 5 cm².",
        "¿Qué tal, señora? ¡Hola! «Bonjour» dit-il, «l’été».",
        "See patient¹ and nurse² and doctor³ at the café.",
        "Straße 5½, Nº 3, 1ª, ©Zoë, café™, µg, §4, 10×5",
        "• Öl • Äpfel – “naïve” … 5–6",
    ],
)
def test_signs_as_western_texts_have_them_are_western(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.txt").write_bytes(text.encode("cp1252"))
    assert _read(tmp_path / "a.txt")[0] == [text]


@pytest.mark.parametrize(
    ("raw", "byte"),
    [
        (b"Ana\x00Lopes", 4),
        ("Ana".encode("utf-16-le"), 2),
        ("Ana".encode("utf-16-be"), 1),
        ("Анна и Иван".encode("utf-16-le"), 10),
        ("Ana\0 Lopes is a nurse".encode("utf-16"), 9),
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "a.html"])
def test_a_zero_in_a_text_is_a_bad_row(tmp_path: Path, name: str, raw: bytes, byte: int) -> None:
    (tmp_path / name).write_bytes(raw)
    with pytest.raises(BadRowError, match=rf"{name}: not UTF-8 \(byte {byte}\); .*name its --encoding"):
        _read(tmp_path / name)


def test_utf8_with_a_slip_is_not_taken_for_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(LETTER.encode() + b" caf\xe9")
    with pytest.raises(BadRowError, match="not UTF-8"):
        _read(tmp_path / "a.txt")


@pytest.mark.parametrize("name", ["nonsense", "base64", "rot13", "a\x00b"])
def test_an_encoding_that_makes_no_text_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_bytes(b"Ana")
    with pytest.raises(ConfigError, match="there is no encoding"):
        _read(tmp_path / "a.txt", encoding=name)


def test_a_named_encoding_that_is_wrong_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"Zo\x81")
    with pytest.raises(BadRowError, match=r"not Windows-1252 \(byte 3\)"):
        _read(tmp_path / "a.txt", encoding="cp1252")
    (tmp_path / "a.csv").write_bytes("id,text\n1,Ana".encode("utf-16-le") + b"\x41")
    with pytest.raises(InputError, match="to its end"):
        _read(tmp_path / "a.csv", encoding="utf-16-le")


def test_who_reads_from_python_finds_the_guess_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "a.txt").write_bytes(LETTER.encode("cp1252"))
    assert [document.text for document in read_documents(tmp_path / "a.txt")] == [LETTER]
    assert "a.txt: read as Windows-1252" in caplog.text


@given(st.text(alphabet=st.characters(exclude_characters="\0", codec="utf-8")))
@example("ÿþ")
def test_whatever_is_utf8_is_read_as_it_is(text: str) -> None:
    assert decoded(text.encode()) == (text.removeprefix("\ufeff"), "utf-8-sig")
