from gyges.reports import AuditView, TextPair, render_html, render_markdown, tables_csv
from gyges.scoring import Results
from reports import samples
from reports.page import Page

HIDDEN = "zqxj"


def _secretive() -> AuditView:
    """An audit with a secret in every field that may hold something about a person."""
    audit = samples.masked()
    data = audit.results.model_dump()
    for subject in data["subjects"]:
        subject |= {"document": f"{HIDDEN}-doc", "id": f"{HIDDEN}-id", "description": f"{HIDDEN}-who"}
        for fact in subject["facts"]:
            words = {"truth": f"{HIDDEN}-true", "evidence": [f"{HIDDEN}-quote"], "cue": f"{HIDDEN}-cue"}
            fact |= words | ({"guess": f"{HIDDEN}-guess"} if fact["guess"] else {})
    data["coverage"]["failed"] = [
        {"id": f"{HIDDEN}-lost", "stage": "attack", "reason": f"GY306 {HIDDEN}-reason"},
        {"id": f"{HIDDEN}-lost-2", "stage": "attack", "reason": f"{HIDDEN}-reason"},
    ]
    data["metrics"]["worst_subject"] |= {"document": HIDDEN, "id": HIDDEN, "description": HIDDEN}
    data["combination"]["people"] = [{"document": HIDDEN, "id": HIDDEN, "facts": [{"tag": "AGE", "value": HIDDEN}]}]
    texts = {f"{HIDDEN}-doc": TextPair(f"{HIDDEN}-quote released", f"{HIDDEN} original")}
    return AuditView("masked", Results.model_validate(data), texts)


def test_without_text_no_value_of_the_sample_is_left() -> None:
    html = render_html([samples.masked(), samples.rewritten()], show_text=False, show_original=True)
    words = Page(html).words
    assert [value for value in samples.PRIVATE_VALUES if value in html or value in words] == []


def test_without_text_no_field_about_a_person_is_printed() -> None:
    audit = _secretive()
    assert HIDDEN in render_html([audit])
    assert HIDDEN not in render_html([audit], show_text=False, show_original=True)
    assert HIDDEN not in render_markdown([audit])
    assert HIDDEN not in "".join(tables_csv([audit], show_text=False).values())


def test_tables_never_hold_values_or_descriptions() -> None:
    tables = "".join(tables_csv([_secretive()]).values())
    assert f"{HIDDEN}-doc" in tables
    for field in ("who", "true", "guess", "quote", "cue"):
        assert f"{HIDDEN}-{field}" not in tables


def test_without_text_the_figures_stay() -> None:
    words = Page(render_html([samples.masked()], show_text=False)).words
    for said in ("Figures only.", "Of 24 facts about 8 people", "Person 1", "Document 2", "GY306", "0.5 of 5"):
        assert said in words


def test_the_original_is_shown_only_when_asked_for() -> None:
    assert "St. Elswhere" not in render_html([samples.masked()])
    assert "St. Elswhere" in render_html([samples.masked()], show_original=True)
