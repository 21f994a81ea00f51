"""What an audit says about a release comes first: held back, not shown to be safe, or no objection found."""

from typing import Any

import pytest

from gyges.reports import AuditView, render_html, terminal_lines
from reports import samples
from reports.page import Page

GATE = {"limits": {"cpr": 0.2, "coverage": 0.5}, "broken": []}
STANDS = [{"document": "note-21", "words": "Jolanda Brix", "kind": "person"}]


def _audit(**changes: Any) -> AuditView:
    results = samples.masked().results
    row = {**results.model_dump(), "standing": [], **changes}
    return AuditView("m", type(results).model_validate(row))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"gate": GATE}, "No objection found at the level asked for: cpr=0.2."),
        ({"gate": GATE, "standing": None}, "Not shown to be safe: it was not checked for direct identifiers."),
        ({"gate": None}, "Not shown to be safe: no level was asked for"),
        ({"gate": {**GATE, "limits": {"coverage": 0.95}}}, "Not shown to be safe: no level was asked for"),
        ({"gate": {**GATE, "broken": ["cpr is 0.1, below 0.2"]}}, "Not shown to be safe: cpr is 0.1, below 0.2."),
        (
            {"gate": GATE, "unchecked": [{"document": "a", "reason": "it is in Persian"}]},
            "Not shown to be safe: 1 of 5 documents could not be checked for direct identifiers.",
        ),
        ({"gate": GATE, "standing": STANDS}, "Hold back: direct identifiers stand in 1 of 5 documents."),
        (
            {"gate": GATE, "elsewhere": [{"original": "a", "released_as": "b"}]},
            "Hold back: 1 of 5 documents are published in full under another id.",
        ),
        ({"anonymizer": None}, "These are the originals"),
    ],
)
def test_the_answer_is_as_strong_as_what_was_measured(changes: dict[str, Any], said: str) -> None:
    audit = _audit(**changes)
    assert terminal_lines(audit)[0].startswith(f"m: {said}")
    assert said in " ".join(Page(render_html([audit])).words.split())


def test_those_worst_off_are_named_with_what_is_told_of_them_and_by_which_words() -> None:
    lines = terminal_lines(_audit())
    worst = lines[lines.index("Worst off:") + 1 :][:5]
    subjects = samples.masked().results.subjects
    told = max(subjects, key=lambda one: sum(bool(fact.score) for fact in one.facts) / max(len(one.facts), 1))
    assert told.document in worst[0]
    assert "facts told: " in worst[0]


def test_without_texts_nobody_is_named_and_no_reason_is_quoted() -> None:
    audit = _audit(gate={**GATE, "broken": ["only 1 of 5; the first failure: note-21: Jolanda"]})
    shown = " ".join(terminal_lines(audit, show_text=False))
    assert "Person 1 (document " in shown
    assert not {"note-21", "Jolanda"} & set(shown.replace(":", " ").split())
    assert not any(one.description and one.description in shown for one in audit.results.subjects)


def test_somebody_of_whom_nothing_is_told_takes_nobodys_place_among_the_worst_off() -> None:
    subjects = samples.masked().results.model_dump()["subjects"]
    nobody = [{**subjects[0], "id": f"x{n}", "facts": [{**subjects[0]["facts"][0], "score": None}]} for n in range(9)]
    lines = terminal_lines(_audit(subjects=[*nobody, *subjects]))
    assert len([line for line in lines if "facts told: " in line]) == 5


@pytest.mark.parametrize(("protected", "told"), [(0.99, "less than 1"), (0.01, "more than 9"), (1.0, "0"), (0.0, "10")])
def test_what_is_not_all_or_nothing_is_never_told_as_such(protected: float, told: str) -> None:
    rate = {"value": protected, "denominator": 24.0}
    assert f"tells about {told} (" in terminal_lines(_audit(metrics={"cpr": rate}))[1]


def test_where_no_strong_reader_is_estimated_the_figure_is_that_of_this_reader() -> None:
    metrics = {"cpr": {"value": 0.8, "denominator": 24.0}, "strong_cpr": {"value": None, "denominator": 24.0}}
    told = terminal_lines(_audit(metrics=metrics))[1]
    assert "this reader still tells about 2 (24 facts" in told
    assert "not known of a strong reader" in told
