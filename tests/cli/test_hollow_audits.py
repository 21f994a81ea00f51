"""Audits that say nothing end with status 1: readers that do not read, releases of other texts, texts cut off."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents
from gyges.errors import ConfigError
from gyges.records import Document
from gyges.testing import ChatRequest, ModelServer
from planted import as_annotated, bundled_in

DOCUMENTS = sorted(bundled_corpus(), key=lambda document: len(document.text))[:20]
TEXTS = [document.text for document in DOCUMENTS]
SORRY = {"called": "x", "description": "I'm sorry, I can't help with that.", "how_many": 1, "facts": []}
NOBODY: dict[str, list[object]] = {"people": []}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_documents(DOCUMENTS, Path("originals.jsonl"))


def _released(texts: list[str], ids: list[str] | None = None) -> str:
    rows = zip(ids or [one.id for one in DOCUMENTS], texts, strict=True)
    Path("released.jsonl").write_text("".join(json.dumps({"id": id_, "text": text}) + "\n" for id_, text in rows))
    return "released.jsonl"


def _audit(*words: str, originals: str = "originals.jsonl") -> tuple[Result, dict[str, Any]]:
    done = CliRunner().invoke(app, ["audit", originals, *words, "--out", "run", "--force", "--jobs", "1"])
    return done, json.loads(Path("run/results.json").read_text(encoding="utf-8"))


def _by_model(answer: Callable[[ChatRequest], object], *words: str) -> tuple[Result, dict[str, Any]]:
    with ModelServer(lambda request: json.dumps(answer(request))) as server:
        asked = ("--attacker", server.spec(), "--matcher", "rules", "--stages", "1", *words)
        return _audit(_released(TEXTS), *asked)


def test_a_refusal_in_the_form_of_an_answer_is_a_failed_reading() -> None:
    done, results = _by_model(lambda request: {"people": [SORRY]})
    assert done.exit_code == 1
    assert results["coverage"]["attacked"] == 0
    assert "refusal" in results["coverage"]["failed"][0]["reason"]
    assert results["metrics"]["cpr"]["value"] == 0


def test_a_reader_that_finds_nobody_passes_no_gate_unless_it_is_accepted_by_name() -> None:
    done, results = _by_model(lambda request: NOBODY, "--fail-under", "cpr=0.9")
    assert done.exit_code == 1
    assert "said something of 0 of 20 originals" in done.stderr
    assert "--accept weak-reader" in done.stderr
    assert results["accepted"] == []
    done, results = _by_model(lambda request: NOBODY, "--fail-under", "cpr=0.9", "--accept", "weak-reader")
    assert done.exit_code == 0, done.stderr
    assert results["accepted"] == ["weak-reader"]
    assert "Accepted by name: weak-reader." in " ".join(done.stdout.split())
    assert "Accepted by name: weak-reader." in Path("run/report.html").read_text(encoding="utf-8")


def _at_every_second(request: ChatRequest) -> object:
    """Read a text as its annotators did, or find nobody in it."""
    document = bundled_in(request)
    if document not in DOCUMENTS or DOCUMENTS.index(document) % 2:
        return NOBODY
    return as_annotated(document)


def _as_annotated(request: ChatRequest) -> object:
    document = bundled_in(request)
    return NOBODY if document is None else as_annotated(document)


@pytest.mark.parametrize("annotated", [True, False])
def test_a_reader_that_is_silent_at_half_of_the_texts_passes_no_gate(annotated: bool) -> None:
    if not annotated:  # what is true is then what the same reader says, and invented people show that it does not read
        write_documents([Document(one.id, one.text) for one in DOCUMENTS], Path("originals.jsonl"), force=True)
    done, results = _by_model(_at_every_second)
    assert done.exit_code == 1
    assert "this reader is too weak to say anything" in done.stderr
    assert results["reader"]["by"] == ("originals" if annotated else "planted")
    assert results["reader"]["read"] < 0.8 * results["reader"]["documents"]


@pytest.mark.parametrize("together", [("--attacker", "rules", "--attacker", "{}"), ("--attacker", "rules+{}")], ids=len)
@pytest.mark.parametrize("reads", [True, False], ids=["reads", "silent"])
def test_a_silent_model_does_not_pass_beside_one_who_reads(together: tuple[str, ...], reads: bool) -> None:
    answer = _as_annotated if reads else lambda request: NOBODY
    with ModelServer(lambda request: json.dumps(answer(request))) as server:
        words = [word.format(server.spec()) for word in together]
        done, results = _audit(_released(TEXTS), *words, "--matcher", "rules", "--stages", "1")
    assert done.exit_code == (0 if reads else 1), done.stderr
    if reads:
        assert (results["reader"]["by"], results["reader"]["documents"]) == ("originals", 20)
    else:
        assert f"too weak to say anything: {server.spec()} said something of 0 of 8 invented texts" in done.stderr
        assert (results["reader"]["by"], results["reader"]["name"]) == ("planted", server.spec())


@pytest.mark.parametrize("role", ["--attacker", "--matcher"])
def test_where_everything_failed_no_figure_is_printed_and_the_reason_is(role: str) -> None:
    with ModelServer(lambda request: "I would rather not.") as server:
        done, results = _audit(_released(TEXTS), role, server.spec())
    assert done.exit_code == 1
    assert results["coverage"]["attacked"] == 0
    assert "How much a reader still tells is not known." in done.stdout
    assert "0 of 20 documents attacked and scored" in done.stdout
    for figure in ("CPR", "Brackets", "published", "for others to read"):
        assert figure not in done.stdout
    assert "the first failure: " in done.stderr
    assert ("let rules say who is who (--matcher rules)" in done.stderr) == (role == "--matcher")


@pytest.mark.parametrize("answer", [lambda request: NOBODY, _at_every_second], ids=["nobody", "half"])
def test_who_confirms_has_to_read_too(answer: Callable[[ChatRequest], object]) -> None:
    def audit(*words: str) -> tuple[Result, dict[str, Any]]:
        with ModelServer(lambda request: json.dumps(answer(request))) as server:
            asked = ("--confirm", server.spec(), "--sample", "20", "--stages", "1", "--matcher", "rules")
            return _audit(_released(TEXTS), *asked, *words)

    done, results = audit()
    assert done.exit_code == 1
    assert "the confirming reader is too weak to say anything" in done.stderr
    assert "pass --accept weak-reader" in done.stderr
    assert results["reader"]["by"] == "originals"  # who attacked was shown to read
    assert (results["confirmed"]["reader"]["by"], results["confirmed"]["reader"]["documents"]) == ("planted", 8)
    assert "That is too weak to say anything" in Path("run/report.html").read_text(encoding="utf-8")
    done, results = audit("--accept", "weak-reader")
    assert done.exit_code == 0, done.stderr
    assert results["accepted"] == ["weak-reader"]


@pytest.mark.parametrize("change", [str, lambda text: text.replace("the", "[X]")], ids=["whole", "masked"])
def test_releases_of_other_documents_fail(change: Callable[[str], str]) -> None:
    done, results = _audit(_released([change(text) for text in TEXTS[1:] + TEXTS[:1]]))
    assert done.exit_code == 1
    assert results["coverage"]["attacked"] <= 1
    assert results["metrics"]["cpr"]["value"] < 0.1
    assert any(
        "not from its own" in row["reason"] or "published" in row["reason"] for row in results["coverage"]["failed"]
    )


@pytest.mark.parametrize("under", ["another", "unknown"])
def test_an_original_under_another_id_is_named_and_counts_as_leaked(under: str) -> None:
    one, other = DOCUMENTS[3].id, DOCUMENTS[7].id if under == "another" else "stranger"
    texts, ids = list(TEXTS), [document.id for document in DOCUMENTS]
    texts[3] = "[REDACTED] " * len(TEXTS[3].split())
    if under == "another":
        texts[7] = f"{TEXTS[7]}\n\n{TEXTS[3]}"
    else:
        texts, ids = [*texts, TEXTS[3]], [*ids, "stranger"]
    done, results = _audit(_released(texts, ids), "--fail-under", "coverage=0.5", "--least-kept", "0")
    assert results["elsewhere"] == [{"original": one, "released_as": other}]
    assert "1 of 20 documents are published in full under another id" in done.stdout
    assert one in [row["id"] for row in results["coverage"]["failed"]]
    assert one in Path("run/report.html").read_text(encoding="utf-8")
    assert one not in Path("run/public/report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("length", [20, 0.1], ids=str)
def test_releases_that_are_cut_off_fail_unless_any_length_is_taken(length: float) -> None:
    released = _released([text[: int(length if length >= 1 else length * len(text))] for text in TEXTS])
    done, results = _audit(released)
    assert done.exit_code == 1
    assert "20 of 20 releases are cut off" in done.stderr
    assert "pass --least-kept 0" in done.stderr
    assert len(results["kept"]["cut"]) == 20
    done, results = _audit(released, "--least-kept", "0", "--fail-under", "coverage=0.5")
    assert done.exit_code == 0, done.stderr
    assert (results["kept"]["least"], results["kept"]["cut"]) == (0, [])


def test_nothing_can_be_accepted_that_has_no_name() -> None:
    done = CliRunner().invoke(app, ["audit", "originals.jsonl", "--accept", "anything"])
    assert isinstance(done.exception, ConfigError)
    assert "weak-reader" in done.exception.remedy


def test_a_gate_on_figures_needs_a_recorded_reader_to_be_accepted() -> None:
    rows = [{"id": one.id, "text": one.text, "people": []} for one in DOCUMENTS]
    Path("hollow.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    asked = ("--attacker", "recorded:hollow.jsonl", "--fail-under", "rules_cpr=0.9")
    done, _ = _audit(_released(TEXTS), *asked)
    assert done.exit_code == 1
    assert "pass --accept weak-reader" in done.stderr


def test_every_original_that_a_release_holds_is_named_copies_too() -> None:
    texts = [f"{TEXTS[0]}\n{TEXTS[1]}\n{TEXTS[2]}", *TEXTS[3:4] * 2, *TEXTS[3:]]
    done, results = _audit(_released(texts))
    assert done.exit_code == 1
    assert "--accept published-originals" in done.stderr
    held = {row["original"] for row in results["elsewhere"] if row["released_as"] == DOCUMENTS[0].id}
    assert held == {DOCUMENTS[1].id, DOCUMENTS[2].id}
