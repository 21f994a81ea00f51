"""Whom the report shows, in which order, and what it says of those of whom nothing, or nothing sure, is known."""

from gyges.reports import AuditView, render_html
from gyges.reports._person import ranked
from gyges.scoring import FactResult, RateRow, Results, StrangerFact, StrangerResult, SubjectResult
from reports import samples
from reports.page import Page


def _fact(score: float | None) -> FactResult:
    decided = "failed" if score is None else "rule"
    return FactResult(tag="AGE", truth="31", guess=None, score=score, decided_by=decided)


def _person(id_: str, *facts: FactResult, matched_to: str | None = "s", **more: object) -> SubjectResult:
    data = {"document": "d", "id": id_, "description": f"person {id_}", "matched_to": matched_to, "facts": facts}
    return SubjectResult.model_validate({**data, **more})


UNDECIDED = _person("undecided", _fact(None), _fact(0.0), matched_to=None, candidates=["listing-1", "listing-2"])
TWICE = _person("twice", _fact(1.0), _fact(0.0), _fact(0.0), again=["s7", "s8"])
UNFOUND = _person("unfound", _fact(0.0), matched_to=None)
FAILED = _person("failed", _fact(None), _fact(None), matched_to=None)
WHOLLY = _person("wholly", _fact(1.0), _fact(0.5))
STRANGERS = [
    StrangerResult(
        document="d",
        id="listing-1",
        description="the tall baker",
        facts=[StrangerFact(tag="AGE", guess="31-33", certainty=4, evidence=["thirty-odd"])],
    ),
    StrangerResult(document="d", id="listing-2", description="the small baker"),
    StrangerResult(document="e", id="listing-1", description="a passing miller"),
]


def _results(*people: SubjectResult) -> Results:
    update = {"subjects": list(people), "strangers": STRANGERS, "combination": None}
    return samples.masked().results.model_copy(update=update)


def _words(*people: SubjectResult, show_text: bool = True) -> str:
    html = render_html([AuditView("masked", _results(*people))], show_text=show_text)
    return " ".join(Page(html).words.split())


def test_people_come_by_the_share_that_leaked_and_those_not_scored_last() -> None:
    people = [UNFOUND, FAILED, TWICE, UNDECIDED, WHOLLY]
    assert [one.id for one in ranked(people)] == ["wholly", "undecided", "twice", "unfound", "failed"]


def test_the_place_of_those_who_could_not_be_scored_is_stated() -> None:
    assert "come 1 person about whom nothing could be scored: every figure above counts" in _words(TWICE, FAILED)
    assert "not scored: 0 of 2 count as protected" in _words(FAILED)
    assert "about whom nothing could be scored" not in _words(TWICE)


def test_somebody_nobody_matched_is_not_found_rather_than_nothing() -> None:
    words = _words(UNFOUND)
    assert "not found by this reader" in words
    assert "nothing right" not in words


def test_somebody_listed_twice_is_said_to_be() -> None:
    assert "The reader listed this person 3 times; what it said in any of them counts." in _words(TWICE)


def test_an_undecided_person_is_protected_of_what_nobody_is_told_of_and_shows_the_candidates() -> None:
    words = _words(UNDECIDED)
    assert "1 of 2, 1 undecided" in words
    assert "What is told of one of them counts as leaked, what is told of none as protected:" in words
    assert words.count("the tall baker") == 2  # with the person, and with the document
    assert "31-33" in words
    assert "thirty-odd" in words
    assert "Undecided, and so not protected: Age." in words


def test_people_matched_to_nobody_stand_with_their_document() -> None:
    words = _words(TWICE)
    assert "The reader also listed 3 people who were matched to nobody" in words
    assert "a passing miller" in words  # of a document in which nobody was annotated


def test_without_text_listed_people_keep_their_kinds_of_facts_only() -> None:
    words = _words(UNDECIDED, TWICE, show_text=False)
    for value in ("baker", "miller", "31-33", "thirty-odd", "listing-1"):
        assert value not in words
    assert "Listed person 1 (undecided) Age 4 of 5" in words


def test_the_worst_person_that_was_not_scored_is_said_to_be() -> None:
    results = _results(FAILED)
    worst = {"value": 0.0, "denominator": 2, "document": "d", "id": "failed"}
    metrics = {**results.metrics, "worst_subject": RateRow.model_validate(worst)}
    html = render_html([AuditView("masked", results.model_copy(update={"metrics": metrics}))])
    assert "protected of 2 facts, not scored and so counted as leaked" in html


def test_settings_are_words_and_no_lists_or_names_of_programs() -> None:
    results = samples.masked().results
    controls = {"prior_ipr": samples.rate(0.5, 9), "permuted_cpr": samples.rate(0.5, 9)}
    utility = {"hallucination": samples.rate(1.0, 9), "rouge_l": samples.rate(0.5, 9)}
    anonymizer = {"name": "mine", "methods": ["a", "b"], "options": {"rounds": 3, "strict": True}}
    words = _page(results.model_copy(update={"controls": controls, "utility": utility, "anonymizer": anonymizer}))
    for raw in ("['", "{'", "prior ipr", "Prior ipr", "permuted cpr", "allucination"):
        assert raw not in words
    assert "Control: IPR against a guess without the text" in words
    assert "Utility: Adds nothing of its own 100 %" in words
    assert "a, b" in words
    assert "rounds 3, strict yes" in words


def test_what_failed_is_not_said_to_be_got_by_the_reader() -> None:
    results = samples.masked().results
    cpr = samples.rate(0.39, 24, all_leaked=0.39, none_leaked=0.97)
    words = _page(results.model_copy(update={"metrics": {**results.metrics, "cpr": cpr}}))
    assert "up from 9 % with the original texts; what could not be judged counts as leaked if it can have, and" in words
    assert "Of the 24 facts that could be judged, 46 points" in words
    assert "the other 46 points" not in words


def _page(results: Results) -> str:
    return " ".join(Page(render_html([AuditView("masked", results)])).words.split())
