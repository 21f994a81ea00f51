"""Results show themselves without a text, and become data frames."""

import pickle
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pandas
import polars
import pytest

import gyges
from gyges.api import AnonymizeResult, AuditResult
from gyges.corpus import bundled_corpus
from gyges.errors import ConfigError, MissingExtraError, UnknownNameError
from gyges.records import Document, Fact, Subject

DOCUMENTS = bundled_corpus()[:3]
IVAN = Subject("ivan", "the doctor", (Fact("NAME", "Иван Петров"), Fact("LOCATION", "Москва")))
RUSSIAN = Document(
    "ivan-petrov", "Меня зовут Иван Петров, я живу в Москве и работаю врачом в больнице.", subjects=(IVAN,)
)


@pytest.fixture(scope="module")
def made() -> AnonymizeResult:
    return gyges.anonymize([*DOCUMENTS, RUSSIAN], "mask")


@pytest.fixture(scope="module")
def audited(made: AnonymizeResult) -> AuditResult:
    return gyges.audit([*DOCUMENTS, RUSSIAN], made.releases.values())


def _secrets(audited: AuditResult) -> Iterator[str]:
    """Everything that a view must not show: ids, texts, descriptions, values."""
    for subject in audited.results.subjects:
        yield subject.document
        yield subject.description
        yield from (fact.truth for fact in subject.facts if fact.tag in ("NAME", "PHONE_NUMBER", "LOCATION"))
    yield from (document.text[:60] for document in (*DOCUMENTS, RUSSIAN))


def test_the_short_forms_hold_figures_and_no_text(audited: AuditResult, made: AnonymizeResult) -> None:
    assert "3 of 4 documents" in repr(audited)
    assert "3 of 4 documents released, 1 failed" in repr(made)
    for shown in (repr(audited), repr(made)):
        assert len(shown) < 200
        assert not [words for words in _secrets(audited) if words in shown]


def test_a_notebook_shows_table_plot_and_people_and_no_text(audited: AuditResult, made: AnonymizeResult) -> None:
    shown = audited._repr_html_()
    assert "Facts protected" in shown
    assert "<svg" in shown
    assert "Person 1" in shown
    assert "<td" in made._repr_html_()
    for html in (shown, made._repr_html_()):
        assert not [words for words in _secrets(audited) if words in html]
        assert "<script" not in html
        ET.fromstring(html)  # noqa: S314  # our own: well-formed, so it leaves the rest of a notebook alone


def test_frames_have_a_row_for_every_fact_and_no_score_where_there_is_none(audited: AuditResult) -> None:
    facts = sum(len(one.facts) for one in audited.results.subjects)
    frame, other = audited.to_pandas(), audited.to_polars()
    assert len(frame) == len(other) == facts
    assert list(frame.columns) == other.columns
    assert frame["score"].dtype == "float64"
    lost = frame[frame["document"] == RUSSIAN.id]
    assert lost["score"].isna().all()
    assert (lost["protected"] == 0).all()
    cpr = audited.results.metrics["cpr"]
    assert frame["protected"].mean() == pytest.approx(cpr.value)


def test_people_and_figures_are_tables_too(audited: AuditResult) -> None:
    assert len(audited.to_pandas("people")) == len(audited.results.subjects)
    figures = audited.to_polars("figures").filter(polars.col("group") == "metrics")
    assert set(figures["name"]) == set(audited.results.metrics)
    with pytest.raises(UnknownNameError, match="facts, people, figures"):
        audited.to_pandas("nothing")  # type: ignore[arg-type]  # what users mistype


def test_a_failed_document_has_a_reason_and_no_text(made: AnonymizeResult) -> None:
    row = made.to_polars().filter(polars.col("id") == RUSSIAN.id).row(0, named=True)
    assert row["text"] is None
    assert "Russian" in row["failed"]
    frame = made.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["text"].isna().sum() == 1


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_without_the_library_one_line_says_what_to_install(
    audited: AuditResult, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)  # as where it is not installed
    with pytest.raises(MissingExtraError, match=rf"pip install 'gyges\[{library}\]'"):
        getattr(audited, f"to_{library}")()


def test_releases_without_an_original_are_in_the_results_and_in_the_short_forms(made: AnonymizeResult) -> None:
    audited = gyges.audit(DOCUMENTS[:1], list(made.releases.values())[:3])
    assert audited.results.coverage.unknown_releases == [document.id for document in DOCUMENTS[1:]]
    assert "2 released texts without an original" in repr(audited)
    assert "2 released texts have an id that no original has" in audited._repr_html_()


def test_what_is_accepted_and_how_much_must_be_kept_stand_in_the_results(made: AnonymizeResult) -> None:
    strict = gyges.audit(DOCUMENTS, made, least_kept=1, accept=["weak-reader"]).results
    assert strict.accepted == ["weak-reader"]
    assert strict.kept is not None
    assert strict.kept.least == 1
    assert strict.kept.cut
    usual = gyges.audit(DOCUMENTS, made).results
    assert usual.accepted == []
    assert usual.kept is not None
    assert (usual.kept.least, usual.kept.cut) == (0.1, [])


@pytest.mark.parametrize("given", [{"accept": ["anything"]}, {"least_kept": 1.5}, {"least_kept": -0.1}], ids=str)
def test_what_cannot_be_accepted_or_kept_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"weak-reader|from 0 to 1"):
        gyges.audit(DOCUMENTS, **given)


def test_an_empty_audit_shows_itself_too() -> None:
    nobody = gyges.audit([Document("a", "It rained all day.", subjects=())])
    assert "No fact could be scored" in nobody._repr_html_()
    assert len(nobody.to_pandas()) == len(nobody.to_polars()) == 0


def test_tables_hold_everybody_also_where_results_list_the_worst_alone(
    made: AnonymizeResult, audited: AuditResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gyges.runs._people.LISTED", 2)
    many = gyges.audit([*DOCUMENTS, RUSSIAN], made.releases.values())
    assert len(many.results.subjects) == 2
    assert {one.document for one in many.results.strangers} <= {one.document for one in many.results.subjects}
    for table in ("facts", "people"):
        assert many.to_pandas(table).equals(audited.to_pandas(table))
        assert RUSSIAN.id in set(many.to_polars(table)["document"])


@pytest.mark.parametrize("listed", [2, 10_000])
def test_an_audit_comes_back_from_a_pickle(listed: int, made: AnonymizeResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gyges.runs._people.LISTED", listed)
    for releases in (None, made.releases.values()):
        before = gyges.audit([*DOCUMENTS, RUSSIAN], releases)
        after = pickle.loads(pickle.dumps(before))  # noqa: S301  # our own
        assert (after.name, after.results, list(after.scored)) == (before.name, before.results, list(before.scored))
        assert dict(after.texts) == dict(before.texts)
        assert after.to_pandas("people").equals(before.to_pandas("people"))
