"""What was not read is never privacy, whichever verb reads it: it is listed, named and fails the gate."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import write_documents, write_releases
from gyges.records import Document, Fact, Release, Subject

runner = CliRunner()

ENGLISH = "Maria Lopez, 41, works as a nurse in Lisbon. Her phone number is +351 912 345 678."
RUSSIAN = "Анна Петрова живёт в Казани и работает медсестрой в больнице. Ей сорок два года, у неё двое детей."
JAPANESE = "田中太郎さんは東京に住んでいる看護師です。四十一歳で、二人の子供がいます。"
LINE = "3 of 4 texts were not read: Russian 2, Japanese 1"


def _document(id_: str, text: str, name: str) -> Document:
    return Document(id_, text, (Subject("0", name, (Fact("NAME", name, 5, 1),)),))


DOCUMENTS = [
    _document("en", ENGLISH, "Maria Lopez"),
    _document("ru", RUSSIAN, "Анна Петрова"),
    _document("ru2", RUSSIAN.replace("Анна", "Ольга"), "Ольга Петрова"),
    _document("ja", JAPANESE, "田中太郎"),
]
BARE = [Document(document.id, document.text) for document in DOCUMENTS]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_documents(DOCUMENTS, tmp_path / "annotated.jsonl")
    write_documents(BARE, tmp_path / "bare.jsonl")


def test_a_russian_text_left_in_clear_is_not_protected() -> None:
    write_documents(DOCUMENTS[1:2], Path("russian.jsonl"))
    write_releases([Release("ru", RUSSIAN, "mine")], Path("clear.jsonl"))
    done = runner.invoke(app, ["audit", "russian.jsonl", "clear.jsonl", "--json", "results.json"])
    assert done.exit_code == 1
    results = json.loads(Path("results.json").read_text(encoding="utf-8"))
    assert results["metrics"]["cpr"]["value"] == 0
    assert results["coverage"]["unread"] == {"Russian": 1}
    (failure,) = results["coverage"]["failed"]
    said = "GY106 unread: the text is in Russian, which 'rules' does not read; name a model with --attacker"
    assert (failure["id"], failure["stage"], failure["reason"]) == ("ru", "attack", said)


def test_an_audit_names_the_languages_and_fails_for_want_of_coverage() -> None:
    done = runner.invoke(app, ["audit", "annotated.jsonl"])
    assert done.exit_code == 1
    assert LINE in done.stdout
    assert "coverage=0.95" in done.stderr
    page = Path("runs/audit/report.html").read_text(encoding="utf-8")
    assert "3 of 4 texts were not read" in page
    assert "Russian 2, Japanese 1" in page


def test_one_partly_unread_text_fails_an_audit_alone_and_not_among_many() -> None:
    french = "Ma mère ne voulait plus jamais me parler après ce que j'avais fait hier. "
    mixed = _document("fr", f"{ENGLISH} {french * 2}", "Maria Lopez")
    write_documents([mixed], Path("alone.jsonl"))
    assert runner.invoke(app, ["audit", "alone.jsonl"]).exit_code == 1
    many = [_document(f"en{number}", ENGLISH, "Maria Lopez") for number in range(19)]
    write_documents([*many, mixed], Path("many.jsonl"))
    done = runner.invoke(app, ["audit", "many.jsonl"])
    assert done.exit_code == 0, done.output
    assert "1 of 20 texts were not read: French 1" in done.stdout
    write_documents([*many[1:], mixed], Path("fewer.jsonl"))
    assert runner.invoke(app, ["audit", "fewer.jsonl"]).exit_code == 1


def test_a_user_may_ask_for_less_coverage_and_still_sees_the_languages() -> None:
    done = runner.invoke(app, ["audit", "annotated.jsonl", "--fail-under", "coverage=0.25"])
    assert done.exit_code == 0, done.output
    assert LINE in done.stdout


def test_an_original_that_the_labeller_cannot_read_is_a_failure_of_the_truth() -> None:
    done = runner.invoke(app, ["audit", "bare.jsonl", "--json", "results.json"])
    assert done.exit_code == 1
    coverage = json.loads(Path("results.json").read_text(encoding="utf-8"))["coverage"]
    assert {(row["id"], row["stage"]) for row in coverage["failed"]} == {(id_, "truth") for id_ in ("ru", "ru2", "ja")}
    assert coverage["unread"] == {"Russian": 2, "Japanese": 1}


def test_a_corpus_nobody_read_has_no_figure() -> None:
    write_documents(BARE[1:], Path("foreign.jsonl"))
    done = runner.invoke(app, ["audit", "foreign.jsonl", "--json", "results.json"])
    assert done.exit_code == 1
    assert json.loads(Path("results.json").read_text(encoding="utf-8"))["metrics"]["cpr"]["value"] is None


def test_a_translation_is_not_read_and_counts_as_leaked() -> None:
    write_documents(DOCUMENTS[:1], Path("one.jsonl"))
    write_releases([Release("en", RUSSIAN, "translated")], Path("translated.jsonl"))
    done = runner.invoke(app, ["audit", "one.jsonl", "translated.jsonl", "--json", "results.json"])
    assert done.exit_code == 1
    results = json.loads(Path("results.json").read_text(encoding="utf-8"))
    assert results["coverage"]["unread"] == {"Russian": 1}
    assert results["metrics"]["cpr"]["value"] == 0


@pytest.mark.parametrize(
    "release", ["[PERSON], [AGE], [JOB] [ORG] [LOC]. [PERSON] [CODE] [CODE].", "*** *** ** *** *** ** ***"]
)
def test_a_release_of_placeholders_alone_is_read_and_protected(release: str) -> None:
    write_documents(DOCUMENTS[:1], Path("one.jsonl"))
    write_releases([Release("en", release, "mine")], Path("masked.jsonl"))
    done = runner.invoke(app, ["audit", "one.jsonl", "masked.jsonl", "--json", "results.json"])
    assert done.exit_code == 0, done.output
    assert json.loads(Path("results.json").read_text(encoding="utf-8"))["metrics"]["cpr"]["value"] == 1


def test_attack_lists_what_it_did_not_read() -> None:
    done = runner.invoke(app, ["attack", "bare.jsonl"])
    assert done.exit_code == 1
    assert LINE in done.stderr
    assert "ja could not be attacked: GY106 unread: the text is in Japanese" in done.stderr


def test_link_lists_originals_and_releases_that_were_not_read() -> None:
    texts = {document.id: document.text for document in BARE} | {"ru2": ENGLISH}
    write_releases([Release(id_, text, "mine") for id_, text in texts.items()], Path("releases.jsonl"))
    done = runner.invoke(app, ["link", "bare.jsonl", "releases.jsonl"])
    assert done.exit_code == 1, done.output
    assert f"{LINE}. Name a model with --claims" in done.stdout
    coverage = json.loads(Path("runs/link/results.json").read_text(encoding="utf-8"))["coverage"]
    assert [row["id"] for row in coverage["unusable"]] == ["ru2"]
    assert [row["id"] for row in coverage["failed"]] == ["ru", "ja"]
    assert "Not read: Russian" in Path("runs/link/report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("method", ["subjectwise", "mask:general"])
def test_a_text_in_another_language_has_no_release_and_one_line_names_the_language(method: str) -> None:
    polish = "Pani Maria ma 41 lat i mieszka w Krakowie. Jej mąż pracuje jako kierowca."
    write_documents([Document("en", ENGLISH), Document("pl", polish)], Path("mixed.jsonl"))
    done = runner.invoke(app, ["anonymize", "mixed.jsonl", "--method", method, "--out", "run"])
    assert done.exit_code == 1
    assert "1 of 2 documents released" in done.stdout
    (line,) = [line for line in done.stderr.splitlines() if "Polish" in line]
    assert "pl has no release: " in line
    assert "does not read" in line
    (row,) = Path("run/public/public.jsonl").read_text(encoding="utf-8").splitlines()
    ids = {row["id"]: row["public"] for row in map(json.loads, Path("run/ids.jsonl").read_text().splitlines())}
    assert json.loads(row)["id"] == ids["en"]
