from gyges.reports import render_link
from gyges.scoring import RateRow
from gyges.scoring.semantic import LinkResults
from reports import samples
from reports.page import Page


def linked(**utility: RateRow | float | None) -> LinkResults:
    """A small linkage attack with the given figures of utility."""
    half = samples.rate(0.5, 4).model_dump()
    nobody: dict[str, list[str]] = {
        name: [] for name in ("unusable", "short", "failed", "unreleased", "extra", "blank")
    }
    return LinkResults.model_validate(
        {
            "settings": {"known": 2, "judge": "a model"},
            "linkage": {
                "correct": half,
                "correct_by_chance": half,
                "top_k": {"1": half, "3": half},
                "unlinked": 1,
                "ranks": {"1": 2, "2": 2},
                "margin": 0.2,
                "plausible": 1.0,
                "tied": 0,
            },
            "semantic": {
                "distance": half,
                "with_known": half,
                "leaked": half,
                "judged": half,
                "left_out": {},
                "by": "x",
            },
            "lexical": {"rouge_l_recall": half, "identifiers_gone": half},
            "controls": {"known_alone": half},
            "coverage": {"originals": 4, "records": 4, "attacked": 4, **nobody},
            "utility": {name: row.model_dump() if isinstance(row, RateRow) else row for name, row in utility.items()},
            "records": [
                {
                    "id": "<b>one",
                    "linked_to": "<i>two",
                    "correct": False,
                    "rank": 2,
                    "margin": 0.2,
                    "plausible": 1,
                    "known": ["<u>knew"],
                    "learned": ["<s>learned"],
                    "distance": 0.5,
                }
            ],
        }
    )


def judged(labelled: int, records: int) -> RateRow:
    return RateRow(value=labelled / records, numerator=labelled, denominator=records)


def test_records_are_shown_as_text_and_only_if_they_may_be() -> None:
    shown, hidden = (Page(render_link("<a>", linked(), show_text=show)) for show in (True, False))
    for words in ("<b>one", "<i>two (wrong)", "<u>knew", "<s>learned"):
        assert words in shown.words
        assert words not in hidden.words


def test_labels_are_shown_with_the_number_of_records_they_speak_for() -> None:
    results = linked(coherence=samples.rate(0.75, 4), labels=-0.25, labels_judged=judged(3, 4))
    words = Page(render_link("a", results)).words
    assert "Distribution of labels kept: \u22120.25" in words
    assert "labelled 3 of 4 released records" in words
    assert "Labels judged" not in words  # a count of records is no utility


def test_labels_without_a_scale_are_a_dash_and_no_labels_are_no_sentence() -> None:
    figures = {"coherence": samples.rate(0.75, 4)}
    assert "labels kept: –" in render_link("a", linked(**figures, labels=None, labels_judged=judged(0, 4)))
    assert "labels kept" not in render_link("a", linked(**figures))
