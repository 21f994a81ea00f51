"""The verbs around the audit, as a user types them, with the embedded attacker."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import write_documents, write_releases
from gyges.errors import ConfigError
from gyges.records import Document, Fact, Mention, Release, Subject

runner = CliRunner()

TEXT = "Maria Lopez, 41, works as a nurse in Lisbon. Her phone number is +351 912 345 678."
FACTS = (
    Fact("NAME", "Maria Lopez", 5, 1),
    Fact("SEX", "Female", 5, 2),
    Fact("OCCUPATION", "Nurse", 5, 1),
    Fact("PHONE_NUMBER", "+351 912 345 678", 5, 1),
)


@pytest.fixture
def originals(tmp_path: Path) -> Path:
    mention = Mention(0, 11, "Maria Lopez", "PERSON")
    path = tmp_path / "originals.jsonl"
    write_documents([Document("a", TEXT, (Subject("0", "Maria Lopez - a nurse", FACTS),), (mention,))], path)
    return path


@pytest.fixture
def releases(tmp_path: Path) -> Path:
    path = tmp_path / "masked.jsonl"
    write_releases([Release("a", "Somebody was somewhere.", "hand")], path)
    return path


def _audit(tmp_path: Path, *arguments: str) -> dict[str, object]:
    done = runner.invoke(app, ["audit", *arguments, "--out", str(tmp_path / "run"), "--json", "-"])
    assert done.exit_code == 0, done.output
    result: dict[str, object] = json.loads(done.stdout)
    return result


def test_a_release_longer_than_its_original_is_audited_under_the_limit_it_was_made_under(tmp_path: Path) -> None:
    short = "Ana, 41, of Rome met Ben in Bonn in 1997. Zoe (Oslo) was 7."
    originals, made, limit = tmp_path / "o.jsonl", tmp_path / "made", ["--max-text", str(len(short))]
    write_documents([Document("a", short)], originals)
    done = runner.invoke(app, ["anonymize", str(originals), "--method", "mask", "--out", str(made), *limit])
    assert done.exit_code == 0, done.output
    assert len(json.loads((made / "releases.jsonl").read_text(encoding="utf-8"))["text"]) > len(short)
    _audit(tmp_path, str(originals), str(made), *limit)


def test_the_run_folder_holds_results_and_report(tmp_path: Path, originals: Path, releases: Path) -> None:
    done = runner.invoke(app, ["audit", str(originals), str(releases), "--out", str(tmp_path / "run")])
    assert done.exit_code == 0
    assert json.loads((tmp_path / "run" / "results.json").read_text())["version"] == 1
    assert "Maria Lopez" in (tmp_path / "run" / "report.html").read_text()
    assert "report.html" in done.stdout


def test_a_gate_that_holds_passes_and_one_that_does_not_is_exit_one(
    tmp_path: Path, originals: Path, releases: Path
) -> None:
    out = ["--out", str(tmp_path / "run")]
    good = runner.invoke(app, ["audit", str(originals), str(releases), *out, "--fail-under", "rules_cpr=0.9,worst=0.5"])
    bad = runner.invoke(app, ["audit", str(originals), "--out", str(tmp_path / "bad"), "--fail-under", "cpr=0.9"])
    assert (good.exit_code, bad.exit_code) == (0, 1)
    assert "cpr is 0" in bad.stderr


@pytest.mark.parametrize("gate", ["cpr", "cpr=high", "fun=0.3", "cpr=3"])
def test_a_gate_that_is_none_is_refused(originals: Path, gate: str) -> None:
    done = runner.invoke(app, ["audit", str(originals), "--fail-under", gate])
    assert isinstance(done.exception, ConfigError)


def test_two_audits_are_compared_person_by_person(tmp_path: Path, originals: Path, releases: Path) -> None:
    for name, extra in (("before", []), ("after", [str(releases)])):
        runner.invoke(app, ["audit", str(originals), *extra, "--out", str(tmp_path / name)])
    done = runner.invoke(app, ["compare", str(tmp_path / "before"), str(tmp_path / "after"), "--json", "-"])
    compared = json.loads(done.stdout)
    assert compared["cpr"]["value"] > 0.5
    assert compared["regressions"] == []
    strong = compared["strong"]
    assert (strong["first"]["how"], strong["second"]["how"], strong["warning"]) == ("estimated", "estimated", "")
    assert strong["difference"]["cpr"]["low"] < strong["difference"]["cpr"]["value"]
    back = ["compare", str(tmp_path / "after"), str(tmp_path / "before"), "--fail-on-regression"]
    told = runner.invoke(app, back)
    assert told.exit_code == 1
    assert "What a strong reader leaves" in told.output
    assert "estimated (light-1)" in told.output


def test_files_of_a_folder_that_are_not_read_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "one.txt").write_text("Ana Reis is a nurse.")
    (folder / ".hidden").write_text("x")
    for number in range(7):
        (folder / f"scan-{number}.png").write_bytes(b"PNG")
    done = runner.invoke(app, ["attack", str(folder), "--out", str(tmp_path / "run")])
    assert done.exit_code == 0
    names = ", ".join(f"scan-{number}.png" for number in range(5))
    assert f"gyges: left out, as they are no files of texts: {names} and 2 more" in done.stderr
    assert ".hidden" not in done.stderr


def test_several_attackers_are_rows_of_a_validation_and_two_joined_by_a_plus_are_one(
    tmp_path: Path, originals: Path
) -> None:
    flags = ["--attacker", "rules", "--attacker", "rules:general", "--attacker", "rules+rules:general"]
    done = runner.invoke(app, ["validate", str(originals), *flags, "--out", str(tmp_path / "run"), "--json", "-"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["attackers"]
    assert list(rows) == ["rules", "rules:general", "rules+rules:general"]
    assert all(row["subject_match"]["value"] == 1.0 for row in rows.values())
    said = runner.invoke(app, ["validate", str(originals), *flags, "--out", str(tmp_path / "run")])
    assert said.exit_code == 0, said.output
    assert "Right, by kind, of how many" in said.stdout
    assert "rules:general: 1 of 1 documents attacked." in said.stdout
    assert "96.8%" in said.stdout  # what is published beside them, as a share that can be read


def test_an_annotator_agrees_with_themselves(originals: Path) -> None:
    result = json.loads(runner.invoke(app, ["agree", str(originals), str(originals), "--json", "-"]).stdout)
    assert result["facts"]["mean"]["value"] == 1.0


def test_results_are_rendered_again_in_three_forms(tmp_path: Path, originals: Path) -> None:
    runner.invoke(app, ["audit", str(originals), "--out", str(tmp_path / "run")])
    for target in ("again.html", "again.md", "tables"):
        done = runner.invoke(app, ["report", str(tmp_path / "run"), "--out", str(tmp_path / target)])
        assert done.exit_code == 0, done.output
    assert (tmp_path / "again.md").read_text().startswith("#")
    assert list((tmp_path / "tables").glob("*.csv"))


def test_releases_with_the_same_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        row = {"id": "a", "text": f"Somebody of {folder} wrote."}
        (tmp_path / folder / "public.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    (tmp_path / "originals.jsonl").write_text(json.dumps({"id": "a", "text": "Ana wrote."}) + "\n", encoding="utf-8")
    files = [str(tmp_path / folder / "public.jsonl") for folder in ("one", "two")]
    done = runner.invoke(app, ["audit", str(tmp_path / "originals.jsonl"), *files, "--out", str(tmp_path / "run")])
    assert done.exit_code == 0
    assert "one-public" in done.stdout
    assert "two-public" in done.stdout
    assert (tmp_path / "run" / "two-public" / "results.json").exists()


def _stray(tmp_path: Path) -> Path:
    path = tmp_path / "stray.jsonl"
    rows = [Release("a", "Somebody was somewhere.", "hand"), Release("z", "Ana Vidal, 3 Mill Lane, Porto.", "hand")]
    write_releases(rows, path)
    return path


def test_a_release_that_no_original_has_is_named_and_fails_the_audit(tmp_path: Path, originals: Path) -> None:
    done = runner.invoke(app, ["audit", str(originals), str(_stray(tmp_path)), "--out", str(tmp_path / "run")])
    assert done.exit_code == 1
    assert "1 released text has an id that no original has, and nobody checked it (z)" in done.stderr
    assert "pass --accept unknown-ids" in done.stderr
    assert "nobody checked what is said there: z." in " ".join(done.stdout.split())
    assert "Mill Lane" not in done.output
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert (results["coverage"]["unknown_releases"], results["accepted"]) == (["z"], [])
    assert "nobody checked what is said there: z." in (tmp_path / "run" / "report.html").read_text()


def test_a_release_that_no_original_has_can_be_accepted_by_name(tmp_path: Path, originals: Path) -> None:
    files = [str(originals), str(_stray(tmp_path))]
    done = runner.invoke(app, ["audit", *files, "--out", str(tmp_path / "run"), "--accept", "unknown-ids"])
    assert done.exit_code == 0, done.output
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert (results["coverage"]["unknown_releases"], results["accepted"]) == (["z"], ["unknown-ids"])
    assert "unknown-ids" in (tmp_path / "run" / "report.html").read_text()
    assert "Accepted by name: unknown-ids." in done.stdout


def test_what_is_told_of_somebody_who_may_be_one_of_two_is_not_judged_and_fails_the_audit(tmp_path: Path) -> None:
    people = tuple(
        Subject(str(n), f"{name} - a guest", (Fact("NAME", name), Fact("OCCUPATION", work)))
        for n, (name, work) in enumerate((("Maria Lopez", "Nurse"), ("Jana Novak", "Baker")))
    )
    originals, released, recorded = (tmp_path / f"{name}.jsonl" for name in ("originals", "released", "read"))
    text = "One of the guests came on Sunday. The other one left before noon without a word about the house."
    write_documents(
        [Document("a", f"Maria Lopez, a nurse, and Jana Novak, a baker, were there. {text}", people)], originals
    )
    write_releases([Release("a", text, "hand")], released)
    fact = {"tag": "OCCUPATION", "value": "Nurse", "certainty": 4}
    recorded.write_text(
        json.dumps(
            {"text": text, "people": [{"description": "somebody", "facts": [fact]}, {"description": "somebody"}]}
        )
        + "\n"
    )
    asked = ["audit", str(originals), str(released), "--attacker", f"recorded:{recorded}"]
    done = runner.invoke(app, [*asked, "--out", str(tmp_path / "run")])
    covered = json.loads((tmp_path / "run" / "results.json").read_text())["coverage"]
    assert [covered[name] for name in ("facts", "told", "protected", "unscored")] == [4, 0, 3, 1]
    assert done.exit_code == 1
    assert "3 of 4 facts could be judged" in done.stderr
    assert "4 facts: 0 told, 3 protected, 1 could not be judged" in " ".join(done.stdout.split())
    accepted = runner.invoke(app, [*asked, "--out", str(tmp_path / "less"), "--fail-under", "coverage=0"])
    assert accepted.exit_code == 0
    assert "Accepted by name: coverage=0." in " ".join(accepted.stdout.split())
