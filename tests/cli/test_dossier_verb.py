"""``gyges dossier`` joins an audit and an attack by linkage of one release, and refuses those of others."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import bundled_corpus, read_documents, write_documents, write_releases
from gyges.errors import ConfigError, InputError
from gyges.records import Release

runner = CliRunner()
ASKED = ("--recipient", "Clinic B", "--purpose", "research", "--until", "2099-05-31", "-o", "made")


@pytest.fixture(scope="module", autouse=True)
def _runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    documents = bundled_corpus()[20:24]
    write_documents(documents, folder / "o.jsonl")
    write_releases([Release(d.id, d.text.replace("e", "a"), "hand") for d in documents], folder / "r.jsonl")
    write_releases([Release(d.id, d.text.replace("e", "o"), "hand") for d in documents], folder / "other.jsonl")
    for verb, released in (("audit", "r.jsonl"), ("link", "r.jsonl"), ("link", "other.jsonl")):
        out = folder / f"{verb}-{released.removesuffix('.jsonl')}"
        words = (verb, str(folder / "o.jsonl"), str(folder / released), "--out", str(out), "--json", f"{out}.json")
        assert not isinstance(runner.invoke(app, words).exception, Exception) or out.is_dir()
    return folder


@pytest.fixture(autouse=True)
def _here(_runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(_runs)


def test_an_audit_and_an_attack_by_linkage_of_one_release_become_one_file_to_sign() -> None:
    Path("reviews.jsonl").write_text('{"at": "2026-11-19", "who": "Ada", "what": "signed", "id": "x"}\n')
    done = runner.invoke(
        app, ["dossier", "audit-r", "--link", "link-r", "--decisions", "reviews.jsonl", *ASKED], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    made = json.loads(Path("made/dossier.json").read_text(encoding="utf-8"))
    assert [bool(one["tests"]) for one in made["criteria"]] == [True, True, True]
    assert made["released"]["texts"] == len(list(read_documents(Path("o.jsonl"))))
    assert made["decisions"][0]["who"] == "Ada"
    page = Path("made/dossier.html").read_text(encoding="utf-8")
    assert made["released"]["sha256"] in page
    assert "Assess again by <strong>2099-05-31" in page


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        (("audit-r", "--link", "link-other", *ASKED), InputError, "are about different texts"),
        (("audit-r", "--link", "audit-r", *ASKED), InputError, "holds no attack by linkage"),
        (("audit-r", *ASKED[:-3], "2020-01-01", "-o", "made"), ConfigError, "is not in the future"),
        (("audit-r", *ASKED[:-3], "soon", "-o", "made"), ConfigError, "is no date"),
        (("audit-r", "--decisions", "o.jsonl", *ASKED), InputError, "without at, who and what"),
    ],
)
def test_what_would_not_be_true_of_one_release_is_refused(
    words: tuple[str, ...], error: type[Exception], said: str
) -> None:
    done = runner.invoke(app, ["dossier", *words])
    assert isinstance(done.exception, error)
    assert said in str(done.exception)


def test_the_digest_of_a_release_changes_with_a_text_and_with_no_id() -> None:
    digests = [json.loads(Path(f"{one}/results.json").read_text())["released"] for one in ("audit-r", "link-r")]
    assert digests[0] == digests[1]
    assert json.loads(Path("link-other/results.json").read_text())["released"] != digests[0]
