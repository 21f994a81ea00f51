"""What the release adds to what is known, as the page and the terminal say it."""

from gyges.reports import AuditView, render_html, terminal_lines
from gyges.scoring import KnownRow
from reports import samples
from reports.page import Page

HIDDEN = "zqxj"


def _audit() -> AuditView:
    shared = {"document": "court-07", "rows_at_most": 3, "own_fits": True}
    facts = [
        {"tag": tag, "status": status, "known": float(status == "known"), "learned": float(status == "learned")}
        for tag, status in (("NAME", "known"), ("AGE", "learned"), ("SEX", "hidden"))
    ]
    known = KnownRow.model_validate(
        {
            "rows": 365,
            "documents": 4,
            "failed": [{"id": HIDDEN, "stage": "attack", "reason": HIDDEN}],
            "left_out": [f"{HIDDEN} size"],
            "known": samples.rate(0.5, 20),
            "learned": samples.rate(0.3, 10),
            "unique": samples.rate(0.25, 8),
            "controls": {name: samples.rate(0.75, 8) for name in ("original_learned", "original_unique")},
            "by_tag": {"AGE": {"facts": 3, "known": 1, "learned": 1.5, "hidden": 0.5}},
            "people": [
                {**shared, "id": "0", "row": f"{HIDDEN}:1", "rows": 1, "unique": True, "facts": facts},
                {**shared, "id": "1", "row": None, "rows": 3, "own_fits": None, "unique": False},
            ],
        }
    )
    audit = samples.masked()
    return AuditView(audit.name, audit.results.model_copy(update={"known": known}), audit.texts)


def test_the_page_says_what_is_known_learned_and_hidden() -> None:
    words = " ".join(Page(render_html([_audit()])).words.split())
    for said in ("365 people; 3 of 4 documents read", "1 to 3: unique", "Age 3 1 1.5 0.5", f"{HIDDEN} size"):
        assert said in words
    assert "75\u00a0% learned and 75\u00a0% unique with the original texts" in words.replace("75 %", "75\u00a0%")


def test_the_page_says_that_the_reader_did_not_see_what_is_known() -> None:
    assert "laid beside its findings afterwards" in Page(render_html([_audit()])).words
    assert "laid beside its findings" not in render_html([samples.masked()])


def test_without_text_no_column_and_no_row_is_named() -> None:
    html = render_html([_audit()], show_text=False)
    assert "Beyond what is known already" in html
    assert HIDDEN not in html


def test_the_terminal_says_it_in_a_sentence() -> None:
    lines = " ".join(terminal_lines(_audit()))
    assert "Beside what is known (365 people" in lines
    assert "of 8 people in it" in lines


def test_an_audit_beside_which_nothing_was_laid_is_silent() -> None:
    assert "is known" not in " ".join(terminal_lines(samples.masked()))
