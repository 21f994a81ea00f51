"""``gyges anonymize`` as a user meets it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import read_documents, read_releases, write_documents
from gyges.errors import ConfigError, GygesError
from gyges.records import Document
from gyges.testing import ModelServer

runner = CliRunner()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "texts.jsonl"
    rows = [("a", "Ms Maria Kowalska, 41, is a nurse in Porto."), ("b", "Call Tom Berger on +49 30 901820.")]
    write_documents([Document(*row) for row in rows], path)
    return path


def test_a_text_that_still_names_somebody_is_printed_with_a_word_about_it() -> None:
    done = runner.invoke(app, ["anonymize", "-", "--method", "none"], input="Ms Maria Kowalska\r\nis a nurse.")
    assert done.exit_code == 0
    assert done.stdout_bytes == b"Ms Maria Kowalska\r\nis a nurse.\n"
    assert "gyges: Direct identifiers that stand: 1 in 1 of 1 document. Hold back 1 of 1 document.\n" in done.stderr
    assert "\ngyges: stdin: '" in done.stderr
    assert "Maria Kowalska'\n" in done.stderr


def test_ids_that_begin_a_formula_are_escaped_in_a_table_and_found_again(tmp_path: Path) -> None:
    ids = ["=HYPERLINK(1)", "@b", "-c"]
    write_documents([Document(id_, "=Nobody is here.") for id_ in ids], tmp_path / "texts.jsonl")
    command = ["anonymize", "texts.jsonl", "--method", "mask", "--keep-ids", "-o", "made.csv"]
    assert runner.invoke(app, command).exit_code == 0
    written = (tmp_path / "made.csv").read_text(encoding="utf-8")
    assert all(f'"\'{id_}"' in written for id_ in ids)
    assert written.count("\"'=Nobody") == len(ids)
    assert sorted((release.id, release.text) for release in read_releases("made.csv")) == [
        (id_, "=Nobody is here.") for id_ in sorted(ids)
    ]


def test_options_of_a_method_are_set_by_name(texts: Path) -> None:
    done = runner.invoke(app, ["anonymize", str(texts), "--method", "mask", "--set", "style=stars", "--json", "-"])
    assert "*****" in json.loads(done.stdout)[0]["text"]


def test_a_level_says_how_far_to_go_and_is_named_once() -> None:
    text = "Ms Maria Kowalska, 41, is a nurse in Porto. She lost her keys on 3 May 2024. Nobody was hurt."
    light = runner.invoke(app, ["anonymize", "-", "--level", "light"], input=text)
    strong = runner.invoke(app, ["anonymize", "-", "--level", "strong"], input=text)
    assert "Porto" in light.stdout
    assert "2024" in light.stdout
    assert "Porto" not in strong.stdout
    assert "3 May" not in strong.stdout
    twice = runner.invoke(app, ["anonymize", "-", "--level", "light", "--set", "level=strong"], input=text)
    assert isinstance(twice.exception, ConfigError)


def test_words_of_special_categories_are_hidden_where_asked_and_a_text_where_nobody_knows_them_fails() -> None:
    text, command = "Ana Reis has asthma and sings.", ["anonymize", "-", "--method", "none"]
    assert "asthma" in runner.invoke(app, command, input=text).stdout
    assert runner.invoke(app, [*command, "--hide", "special"], input=text).stdout == "Ana Reis has [...] and sings.\n"
    german = "Frau Reis wohnt seit zwei Jahren in Hamburg und hat Asthma, sagt ihr Bruder."
    done = runner.invoke(app, [*command, "--hide", "special"], input=german)
    assert done.exit_code == 1
    assert "known in English only" in done.stderr


def test_a_text_the_guard_cannot_read_is_said_to_be_unchecked_and_fails_strictly(tmp_path: Path) -> None:
    path = tmp_path / "french.jsonl"
    french = "La voisine d'en face a perdu sa clé hier soir et elle est restée chez nous dans la cuisine."
    write_documents([Document("a", french), Document("b", french)], path)
    command = ["anonymize", str(path), "--method", "mask", "--set", "any_language=true"]
    loose = runner.invoke(app, [*command, "--out", "loose"])
    assert loose.exit_code == 0
    assert "2 of 2 documents could not be checked for them. Hold back 2 of 2 documents." in loose.stdout
    assert "\na: cannot be checked: the text is in French\n" in loose.stdout
    assert "may be published" not in loose.stdout
    strict = runner.invoke(app, [*command, "--out", "strict", "--strict"])
    assert strict.exit_code == 1
    assert "GY502" in strict.stderr
    assert "0 of 2 documents released" in strict.stdout


def test_a_review_is_written_then_applied(texts: Path) -> None:
    command = ["anonymize", str(texts), "--method", "mask", "--review", "review.yaml"]
    first = runner.invoke(app, command)
    assert first.exit_code == 0
    assert "edits are proposed" in first.stdout
    assert not Path("runs/anonymize/releases.jsonl").exists()
    second = runner.invoke(app, command)
    assert "2 of 2 documents released" in second.stdout


def test_a_model_that_declines_leaves_failed_releases_and_never_the_original(texts: Path) -> None:
    with ModelServer(lambda request: "I'm sorry, but I can't help with that.") as server:
        command = ["anonymize", str(texts), "--method", "deid-gpt", "--model", server.spec(), "--json", "-"]
        done = runner.invoke(app, command)
    assert done.exit_code == 1
    rows = json.loads(done.stdout)
    assert [row["text"] for row in rows] == ["", ""]
    assert all(row["trace"]["failed"] for row in rows)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "standard input is empty"),
        (["nowhere.jsonl"], "nowhere.jsonl"),
        (["texts.jsonl", "--method", "msak"], "did you mean mask"),
        (["texts.jsonl", "--method", "deid-gpt"], "--model"),
        (["texts.jsonl", "--set", "rounds"], "NAME=VALUE"),
        (["texts.jsonl", "--method", "mask", "--set", "rounds=2"], "no option 'rounds'"),
        (["texts.jsonl", "--method", "mask:pseudonyms", "--key-file", "none"], "key file"),
        (["texts.jsonl", "--method", "mask:pseudonyms", "--key-file", "short"], "6 bytes"),
        (["texts.jsonl", "--method", "tagger:nowhere"], "there is no folder nowhere"),
        (["texts.jsonl", "--restore"], "--key-file"),
        (["texts.jsonl", "--method", "mask", "--protect", "who is ill"], "makes no use of 'protect'"),
        (["texts.jsonl", "--force", "--preserve", "the tone"], "'preserve' names no kind of fact"),
        (["texts.jsonl", "--method", "deid-gpt", "--model", "openai/gpt-4.1"], "--allow-host"),
    ],
)
def test_wrong_input_is_exit_two_with_one_sentence(texts: Path, arguments: list[str], words: str) -> None:
    Path("short").write_text("secret\n", encoding="utf-8")
    done = runner.invoke(app, ["anonymize", *arguments])
    assert isinstance(done.exception, GygesError), done.output
    assert words in str(done.exception)


@pytest.mark.parametrize(("mode", "warnings"), [(0o644, 1), (0o640, 1), (0o600, 0)])
def test_a_key_that_others_can_read_is_warned_about(texts: Path, mode: int, warnings: int) -> None:
    key = Path("key")
    key.write_text("0123456789abcdef0123456789abcdef\n", encoding="utf-8")
    key.chmod(mode)
    done = runner.invoke(app, ["anonymize", str(texts), "--method", "mask:pseudonyms", "--key-file", "key"])
    assert done.exit_code == 0
    assert done.stderr.count("can read the key in key; run: chmod 600 key") == warnings


def test_a_reversible_mask_gives_the_original_back_to_whoever_has_the_key(texts: Path) -> None:
    pytest.importorskip("cryptography")
    Path("key").write_text("0123456789abcdef0123456789abcdef\n", encoding="utf-8")
    options = ["--method", "mask", "--set", "reversible=true", "--key-file", "key"]
    assert runner.invoke(app, ["anonymize", str(texts), *options]).exit_code == 0
    back = runner.invoke(
        app, ["anonymize", "runs/anonymize/releases.jsonl", "--restore", "--key-file", "key", "--json", "-"]
    )
    originals = [{"id": document.id, "text": document.text} for document in read_documents(texts)]
    assert json.loads(back.stdout) == originals


def test_the_list_of_methods_names_their_options() -> None:
    done = runner.invoke(app, ["anonymize", "--methods"])
    assert done.exit_code == 0
    for word in ("subjectwise", "adversarial", "rounds", "presidio"):
        assert word in done.stdout
