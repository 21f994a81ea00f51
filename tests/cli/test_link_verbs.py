"""``gyges link`` and ``gyges synthesize`` as a user meets them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents, write_releases
from gyges.records import Release

runner = CliRunner()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    documents = bundled_corpus()[:8]
    write_documents(documents, tmp_path / "originals.jsonl")
    write_releases([Release(d.id, d.text, "none") for d in documents], tmp_path / "releases.jsonl")


def test_link_prints_what_is_found_again_beside_its_controls() -> None:
    done = runner.invoke(app, ["link", "originals.jsonl", "releases.jsonl"])
    assert done.exit_code == 0
    for words in ("correct", "unlinked", "What the attacker knew, alone", "Somebody else", "ROUGE-L", "lower bound"):
        assert words in done.stdout
    page = Path("runs/link/report.html").read_text(encoding="utf-8")
    assert "Found again" in page
    assert "<script" not in page


RUSSIAN = "Вчера она пришла домой поздно вечером и долго рассказывала соседям о своей новой работе в больнице. " * 3
BROKEN = {
    "signs of no width": "\u200b" * 40,
    "empty": "",
    "a refusal": "I'm sorry, but I can't help with that.",
    "another language": RUSSIAN,
    "missing": None,
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_release_that_fails_counts_as_found_and_too_many_of_them_are_exit_one(kind: str) -> None:
    documents, text = bundled_corpus()[:8], BROKEN[kind]
    texts = {d.id: d.text if number < 4 else text for number, d in enumerate(documents)}
    write_releases([Release(id_, text, "test") for id_, text in texts.items() if text is not None], Path("some.jsonl"))
    done = runner.invoke(app, ["link", "originals.jsonl", "some.jsonl", "--json", "linked.json"])
    told = json.loads(Path("linked.json").read_text(encoding="utf-8"))
    assert done.exit_code == 1
    assert "only 4 of 8 originals could be looked for" in done.stderr
    assert "--fail-under coverage=" in done.stderr
    correct = told["linkage"]["correct"]
    assert (correct["value"], correct["denominator"], correct["none_leaked"]) == (1, 8, 0.5)
    assert told["linkage"]["top_k"]["10"]["value"] == 1
    assert told["semantic"]["distance"]["denominator"] == 8
    assert sorted(told["coverage"]["lost"]) == sorted(d.id for d in documents[4:])
    page = Path("runs/link/report.html").read_text(encoding="utf-8")
    assert "4 of 8 could not be looked for" in page


def test_releases_that_leak_do_not_look_safer_for_failing() -> None:
    documents = bundled_corpus()[:8]
    hidden = "Somebody went somewhere and did something of which nobody else knows anything at all. " * 4
    leaking = {d.id: d.text if number < 4 else hidden for number, d in enumerate(documents)}
    shown = {}
    for name, broken in (("before", None), ("after", "\u200b")):
        rows = [Release(i, text if broken is None or text == hidden else broken, "test") for i, text in leaking.items()]
        write_releases(rows, Path(f"{name}.jsonl"))
        runner.invoke(app, ["link", "originals.jsonl", f"{name}.jsonl", "--out", name, "--json", f"{name}.json"])
        shown[name] = json.loads(Path(f"{name}.json").read_text(encoding="utf-8"))
    assert shown["before"]["linkage"]["correct"]["value"] == 0.5
    assert shown["after"]["linkage"]["correct"]["value"] >= 0.5
    assert shown["after"]["semantic"]["distance"]["value"] <= shown["before"]["semantic"]["distance"]["value"]


def test_less_coverage_is_accepted_by_name_and_told_in_the_results() -> None:
    documents = bundled_corpus()[:8]
    write_releases([Release(d.id, d.text, "none") for d in documents[:6]], Path("some.jsonl"))
    done = runner.invoke(app, ["link", "originals.jsonl", "some.jsonl", "--fail-under", "coverage=0.7"])
    assert done.exit_code == 0
    assert json.loads(Path("runs/link/results.json").read_text(encoding="utf-8"))["settings"]["least_coverage"] == 0.7
    assert "Least coverage" in Path("runs/link/report.html").read_text(encoding="utf-8")
    wrong = runner.invoke(app, ["link", "originals.jsonl", "some.jsonl", "--fail-under", "cpr=0.7"])
    assert wrong.exit_code != 0
    assert "coverage=0.5" in str(wrong.exception)


def test_a_synthetic_release_is_told_by_the_number_of_its_records() -> None:
    write_releases([Release(f"s{n}", f"A nurse number {n}.", "synthesize") for n in range(3)], Path("new.jsonl"))
    runner.invoke(app, ["link", "originals.jsonl", "new.jsonl", "--unpaired"])
    assert "the nearest of 3 released ones" in Path("runs/link/report.html").read_text(encoding="utf-8")


def test_a_report_without_text_holds_no_claim_and_no_id() -> None:
    runner.invoke(app, ["link", "originals.jsonl", "releases.jsonl", "--no-text"])
    results = json.loads(Path("runs/link/results.json").read_text(encoding="utf-8"))
    page = Path("runs/link/report.html").read_text(encoding="utf-8")
    assert "Figures only" in page
    for record in results["records"]:
        assert record["id"] not in page
        assert not any(claim in page for claim in record["known"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["link", "originals.jsonl"], "releases"),
        (["link", "originals.jsonl", "nowhere.jsonl"], "nowhere.jsonl"),
        (["link", "originals.jsonl", "releases.jsonl", "--linker", "bm52"], "no linker"),
        (["link", "originals.jsonl", "releases.jsonl", "--linker", "dense"], "embedding model"),
        (["link", "originals.jsonl", "releases.jsonl", "--auxiliary", "none.jsonl"], "auxiliary"),
        (["link", "originals.jsonl", "releases.jsonl", "--judge", "openai/gpt-4.1"], "--allow-host"),
        (["synthesize", "originals.jsonl"], "--base"),
        (["synthesize", "originals.jsonl", "--base", "./nowhere"], "no folder"),
        (["synthesize", "originals.jsonl", "--base", "./nowhere", "--epsilon", "-1"], "privacy budget"),
        (["synthesize", "originals.jsonl", "--base", "./nowhere", "--delta", "0.1"], "delta without an epsilon"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(arguments: list[str], words: str) -> None:
    done = runner.invoke(app, arguments)
    assert done.exit_code
    assert words in f"{done.stderr} {done.exception}"
