"""What is known already meets the audit afterwards, and only then."""

from pathlib import Path

from gyges import audit
from gyges.corpus import bundled_corpus
from gyges.records import Document, Fact, Subject
from gyges.scoring import Results

ANA = Document(
    "d",
    "Ana Sol, 34, is a nurse. She lives in Porto, Portugal.",
    (
        Subject(
            "ana",
            "Ana Sol",
            (Fact("NAME", "Ana Sol"), Fact("AGE", "34"), Fact("OCCUPATION", "nurse"), Fact("SEX", "Female")),
        ),
    ),
)


def _register(folder: Path) -> Path:
    path = folder / "register.csv"
    path.write_text("name,age\nAna Sol,34\nBen Mar,34\nEva Luz,70\n", encoding="utf-8")
    return path


def _without(results: Results) -> dict[str, object]:
    return results.model_dump(exclude={"known", "cost"})


def test_a_register_changes_nothing_that_the_attack_found(tmp_path: Path) -> None:
    documents = bundled_corpus()[:4]
    alone = audit(documents)
    beside = audit(documents, known=_register(tmp_path))
    assert _without(beside.results) == _without(alone.results)
    assert alone.results.known is None
    assert beside.results.known is not None


def test_what_the_release_adds_is_told_with_its_controls(tmp_path: Path) -> None:
    known = audit(
        [ANA], [{"id": "d", "text": ANA.text.replace("Ana Sol, 34,", "Ana")}], known=_register(tmp_path)
    ).results.known
    assert known is not None
    (ana,) = known.people
    statuses = {fact.tag: fact.status for fact in ana.facts}
    assert (statuses["NAME"], statuses["AGE"], statuses["OCCUPATION"]) == ("known", "known", "learned")
    assert (known.rows, ana.row, ana.rows) == (3, "register.csv:1", 1)
    assert {"original_learned", "original_unique", "prior_learned", "prior_unique"} <= known.controls.keys()
    assert known.controls["original_unique"].value == 1


def test_documents_are_read_by_the_attacker_and_those_that_cannot_be_are_listed(tmp_path: Path) -> None:
    folder = tmp_path / "news"
    folder.mkdir()
    (folder / "one.txt").write_text("Ana Sol, 34, is a nurse at the hospital.", encoding="utf-8")
    (folder / "two.txt").write_text("Это письмо написано по-русски, и правила его не читают вовсе.", encoding="utf-8")
    known = audit([ANA], known=folder).results.known
    assert known is not None
    assert (known.documents, [one.id for one in known.failed]) == (2, ["two.txt"])
    (ana,) = known.people
    assert {fact.tag: fact.status for fact in ana.facts}["OCCUPATION"] == "known"
