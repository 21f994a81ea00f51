"""Truth meets guess: every fact that counts gets one verdict, whoever decides it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import bundled_corpus
from gyges.errors import InputError
from gyges.records import DecidedBy, Document, Fact, Finding, Subject
from gyges.scoring import (
    Judge,
    ScoredDocument,
    load_human_decisions,
    score_author,
    score_author_async,
    score_document,
    score_document_async,
    validate_verdicts,
)
from gyges.testing import by_pattern, scripted, scripted_model

NAMED = Fact("NAME", "Ana Sol")


def _document(*facts: Fact, id: str = "a") -> Document:
    return Document(id, "Ana Sol lives here.", (Subject("ana", "Ana Sol", (NAMED, *facts)),))


def _finding(*facts: Fact) -> Finding:
    return Finding("a", "test", (Subject("x", "", (NAMED, *facts)),))


def _outcome(scored: ScoredDocument) -> list[tuple[str, float | None, str]]:
    return [(v.truth.tag, v.score, str(v.decided_by)) for subject in scored.subjects for v in subject.verdicts]


def test_every_fact_gets_a_verdict_in_its_order() -> None:
    truth = _document(Fact("AGE", "40"), Fact("SEX", "Female"), Fact("LOCATION", "Faro / Portugal"))
    scored = score_document(truth, _finding(Fact("LOCATION", "Portugal"), Fact("AGE", "70")))
    assert _outcome(scored) == [
        ("NAME", 1.0, "rule"),
        ("AGE", 0.0, "rule"),
        ("SEX", 0.0, "missing"),
        ("LOCATION", 0.5, "rule"),
    ]
    assert scored.subjects[0].matched_to == "x"
    assert (scored.found, scored.failed) == (1, None)


def test_uncertain_and_empty_facts_do_not_count() -> None:
    truth = _document(Fact("AGE", "40", certainty=2), Fact("SEX", " "), Fact("EDUCATION", "PhD", certainty=3))
    guesses = _finding(Fact("EDUCATION", "PhD", certainty=0))
    assert _outcome(score_document(truth, guesses)) == [("NAME", 1.0, "rule"), ("EDUCATION", 0.0, "missing")]
    assert len(_outcome(score_document(truth, guesses, min_certainty=2))) == 3


def test_nobody_found_is_nothing_guessed() -> None:
    scored = score_document(_document(Fact("AGE", "40")), Finding("a", "test"))
    assert _outcome(scored) == [("NAME", 0.0, "missing"), ("AGE", 0.0, "missing")]
    assert scored.subjects[0].matched_to is None


def test_one_guess_serves_one_truth() -> None:
    truth = _document(Fact("OCCUPATION", "Lawyer"), Fact("OCCUPATION", "Farmer"))
    one = score_document(truth, _finding(Fact("OCCUPATION", "farmer")))
    assert [row[1] for row in _outcome(one)] == [1.0, 0.0, 1.0]
    both = score_document(truth, _finding(Fact("OCCUPATION", "farmer"), Fact("OCCUPATION", "attorney")))
    assert [row[1] for row in _outcome(both)] == [1.0, 1.0, 1.0]


def test_the_paper_counts_a_tag_once_by_its_first_guess() -> None:
    second = _finding(Fact("OCCUPATION", "pilot"), Fact("OCCUPATION", "nurse"))
    assert _outcome(score_document(_document(Fact("OCCUPATION", "nurse")), second, profile="paper"))[1][1] == 0.0
    assert _outcome(score_document(_document(Fact("OCCUPATION", "nurse")), second))[1][1] == 1.0


def test_the_paper_counts_a_tag_once_by_the_truth_that_fits_best() -> None:
    truth = _document(Fact("EMAIL_ADDRESS", "a@example.org"), Fact("EMAIL_ADDRESS", "b@example.org", certainty=2))
    missed = score_document(truth, _finding(), profile="paper")
    assert _outcome(missed) == [("NAME", 1.0, "rule"), ("EMAIL_ADDRESS", 0.0, "missing")]
    right = score_document(truth, _finding(Fact("EMAIL_ADDRESS", "a@example.org")), profile="paper")
    assert _outcome(right)[1] == ("EMAIL_ADDRESS", 1.0, "rule")
    uncertain = score_document(truth, _finding(Fact("EMAIL_ADDRESS", "b@example.org")), profile="paper")
    assert _outcome(uncertain) == [("NAME", 1.0, "rule")]


def test_special_categories_are_judged_apart_and_count_where_asked_for() -> None:
    truth = Document("a", "Ana Sol lives here.", (Subject("ana", "Ana Sol").told([NAMED, Fact("HEALTH", "asthma")]),))
    told = Finding("a", "test", (Subject("x").told([NAMED, Fact("HEALTH", "wheezes"), Fact("UNION", "GMB")]),))
    apart, counted = score_document(truth, told), score_document(truth, told, special=True)
    assert _outcome(apart) == [("NAME", 1.0, "rule")]
    assert _outcome(counted) == [("NAME", 1.0, "rule"), ("HEALTH", 0.5, "rule")]
    assert [(v.truth.tag, v.score) for v in apart.subjects[0].special] == [("HEALTH", 0.5)]
    assert [fact.tag for fact in apart.subjects[0].special_told] == ["UNION"]


def test_a_document_without_annotations_cannot_be_scored() -> None:
    with pytest.raises(InputError, match="no annotated people"):
        score_document(Document("a", "Hi."), Finding("a", "test"))


def test_a_human_overrides_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "human.jsonl"
    file.write_text('{"tag": "AGE", "truth": "40", "guess": "70", "score": 0.5}', encoding="utf-8")
    scored = score_document(_document(Fact("AGE", "40")), _finding(Fact("AGE", "70")), human=load_human_decisions(file))
    assert _outcome(scored)[1] == ("AGE", 0.5, "human")


@pytest.mark.anyio
async def test_the_judge_is_asked_about_open_pairs_only() -> None:
    truth = _document(Fact("OCCUPATION", "Lawyer"), Fact("SEX", "Female"), Fact("POSITION", "Partner"))
    guesses = _finding(Fact("OCCUPATION", "Law clerk"), Fact("SEX", "Male"), Fact("POSITION", "Owner"))
    answers = {"OCCUPATION": '{"answer": "less_precise"}', "POSITION": "nonsense"}
    scored = await score_document_async(truth, guesses, judge=Judge(scripted_model(by_pattern(answers))))
    assert _outcome(scored)[1:] == [
        ("OCCUPATION", 0.5, "judge"),
        ("SEX", 0.0, "rule"),
        ("POSITION", None, "failed"),
    ]


@pytest.mark.anyio
async def test_a_doubt_goes_before_a_wrong_guess() -> None:
    truth, guesses = (
        _document(Fact("OCCUPATION", "Lawyer")),
        _finding(Fact("OCCUPATION", "Carpenter"), Fact("OCCUPATION", "Law clerk")),
    )
    scored = await score_document_async(truth, guesses, judge=Judge(scripted_model(scripted(["?"] * 3))))
    assert _outcome(scored)[1] == ("OCCUPATION", None, "failed")


@pytest.mark.anyio
async def test_a_matcher_that_fails_fails_the_document() -> None:
    truth, guesses = _document(), _finding()
    matched = scripted_model(scripted([json.dumps({"matches": [{"truth": "T1", "found": "F1"}]})]))
    assert (await score_document_async(truth, guesses, matcher=matched)).subjects[0].matched_to == "x"
    scored = await score_document_async(truth, guesses, matcher=scripted_model(scripted(["?"] * 3)))
    assert (scored.failed or "").startswith("match: ")
    assert _outcome(scored) == [("NAME", None, "failed")]


@given(st.sampled_from(bundled_corpus()), st.sampled_from(["strict", "paper"]))
def test_who_knows_the_truth_gets_everything(document: Document, profile: str) -> None:
    scored = score_document(document, Finding(document.id, "oracle", document.subjects or ()), profile=profile)
    verdicts = [verdict for subject in scored.subjects for verdict in subject.verdicts]
    assert all(subject.matched_to == subject.truth.id for subject in scored.subjects)
    assert all(verdict.score == 1.0 for verdict in verdicts if profile == "strict")


GUESSER = Subject(
    "author",
    "",
    (
        Fact("OCCUPATION", "carpenter"),
        Fact("OCCUPATION", "attorney"),
        Fact("OCCUPATION", "judge"),
        Fact("AGE", "40"),
        Fact("SEX", "male", certainty=0),
    ),
)
LABELS = [Fact("OCCUPATION", "lawyer"), Fact("AGE", "40"), Fact("SEX", "female"), Fact("INCOME", "low", certainty=2)]


def test_guesses_about_an_author_are_ranked() -> None:
    job, age, sex = score_author(LABELS, GUESSER)
    assert [job.correct_at(k) for k in (1, 2, 3)] == [False, True, True]
    assert (age.correct_at(1), sex.correct_at(3)) == (True, False)
    assert [verdict.decided_by for verdict in sex.verdicts] == [DecidedBy.MISSING]


@pytest.mark.anyio
async def test_a_judge_may_decide_about_authors() -> None:
    labels = [Fact("OCCUPATION", "lawyer")]
    guesser = Subject("author", "", (Fact("OCCUPATION", "law clerk"), Fact("OCCUPATION", "judge")))
    answers = ['{"answer": "different"}', '{"answer": "less_precise"}']
    (job,) = await score_author_async(labels, guesser, Judge(scripted_model(scripted(answers))))
    assert sorted(str(verdict.decided_by) for verdict in job.verdicts) == ["judge", "judge"]
    assert job.score_at(2) == 0.5
    (failed,) = await score_author_async(labels, guesser, Judge(scripted_model(scripted(["?"] * 6))))
    assert (failed.correct_at(1), failed.score_at(2)) == (None, None)


@pytest.mark.anyio
async def test_the_paper_asks_only_where_no_guess_was_right() -> None:
    silent = Judge(scripted_model(scripted([])))
    guesser = Subject("author", "", (Fact("OCCUPATION", "cook"), Fact("OCCUPATION", "lawyer")))
    (job,) = await score_author_async([Fact("OCCUPATION", "lawyer")], guesser, silent, profile="paper")
    assert job.correct_at(2)
    assert not job.correct_at(1)


def test_what_the_rules_are_sure_of_is_what_was_recorded(development_data: Path) -> None:
    file = development_data / "verdicts" / "synthpai_verdicts_hard_dev.jsonl"
    report = validate_verdicts(json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    assert report["precision"] >= 0.98
    assert report["settled_share"] >= 0.47
