"""The dossier says of everything that the law asks how it was tested, or that it was not."""

import pytest
from pydantic import ValidationError

from gyges.reports import DossierAsked, DossierRun, make_dossier, render_dossier
from gyges.reports._criteria import DossierCriterion
from gyges.reports._dossier import Dossier, DossierSection
from gyges.scoring import Results
from gyges.scoring.semantic import LinkResults
from reports import samples
from reports.page import Page
from reports.test_link_report import linked

ASKED = DossierAsked(recipient="Clinic B", purpose="a study <b>of</b> letters", until="2099-05-31")
BARE: dict[str, object] = {
    "combination": None,
    "standing": None,
    "subjects": [],
    "reader": None,
    "metrics": {},
    "controls": {},
    "by_tag": {},
    "released": None,
    "known": None,
}
SIGNED = {"at": "2026-11-19", "who": "Ada", "what": "signed", "kind": "signature", "id": "court-07"}


def _made(*results: Results | LinkResults, show_text: bool = True, signed: bool = False) -> Dossier:
    runs = [DossierRun(f"run {place}", one) for place, one in enumerate(results)]
    return make_dossier(runs, ASKED, [SIGNED] if signed else [], made="2026-11-19", show_text=show_text)


@pytest.mark.parametrize("link", [True, False])
@pytest.mark.parametrize("bare", [True, False])
def test_every_criterion_and_section_says_something_or_that_it_was_not_tested(bare: bool, link: bool) -> None:
    audit = samples.masked().results
    audit = audit.model_copy(update=BARE) if bare else audit
    made = _made(audit, *([linked()] if link else []))
    assert [one.name for one in made.criteria] == ["No record isolation", "No linkage", "No inference"]
    assert [bool(one.tests) for one in made.criteria] == [not bare, link, not bare]
    for section in made.sections:
        assert section.rows or any(section.says) or section.not_tested, section.title
    page = " ".join(Page(render_dossier(made)).words.split())
    untested = [one.not_tested for one in made.criteria] + [one.not_tested for one in made.sections]
    untested = [reason for reason in untested if reason]
    assert all(f"Not tested: {reason}" in page for reason in untested)
    assert all(any(reason in said for said in made.not_tested) for reason in untested)


def test_what_is_empty_without_a_reason_cannot_be_made() -> None:
    with pytest.raises(ValidationError, match="is empty and does not say why"):
        DossierSection(title="Anything", says=[""])
    for more in ({}, {"tests": _made(linked()).criteria[1].tests, "not_tested": "but there are tests"}):
        with pytest.raises(ValidationError, match="needs tests, or the reason"):
            DossierCriterion.model_validate({"name": "Any", "wp216": "any", "asks": "?", **more})


def test_every_test_has_its_rate_interval_number_and_what_a_blind_guess_gets() -> None:
    audit = samples.masked().results
    made = _made(audit, linked())
    inferred = made.criteria[2].tests[0]
    assert inferred.rate == pytest.approx(1 - (audit.metrics["cpr"].value or 0))
    assert inferred.floor == pytest.approx(1 - (audit.metrics["prior_cpr"].value or 0))
    assert (inferred.low or 0) <= inferred.rate <= (inferred.high or 1)
    found = made.criteria[1].tests[0]
    assert (found.rate, found.n, found.floor, found.beyond) == (0.5, 4, 1 / 4, "yes")
    assert made.criteria[0].tests[0].beyond == "not tested"  # no blind guess there


def test_the_page_says_for_whom_until_when_and_that_it_certifies_nothing() -> None:
    page = render_dossier(_made(samples.masked().results, signed=True))
    words = " ".join(Page(page).words.split())
    for said in ("not a certification", "Clinic B", "a study <b>of</b> letters", "2099-05-31", "1 signed of 1", "Ada"):
        assert said in words
    for old in ("singling out", "linkability", "inference"):
        assert f"({old})" in words
    assert "<b>of</b>" not in page
    assert "@page { size: A4" in page


def test_without_text_no_name_and_no_id_is_told() -> None:
    audit = samples.masked().results
    made = _made(audit, linked(), show_text=False, signed=True)
    words = Page(render_dossier(made)).words + made.model_dump_json()
    for one in audit.subjects:
        assert one.document not in words
        assert one.description not in words
    assert "Ada" not in words
