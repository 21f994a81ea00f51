from gyges.reports import render_link
from gyges.scoring import RateRow
from gyges.scoring.semantic import LinkResults, distance_histogram
from reports import samples
from reports.page import Page


def linked(**utility: RateRow) -> LinkResults:
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
            "utility": {name: row.model_dump() for name, row in utility.items()},
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
    results = linked(
        coherence=samples.rate(0.75, 4), labels=RateRow(value=-0.25, low=-0.5, high=0.1), labels_judged=judged(3, 4)
    )
    words = Page(render_link("a", results)).words
    assert "Distribution of labels kept: \u22120.25 [\u22120.50 to 0.10]" in words
    assert "labelled 3 of 4 released records" in words
    assert "Labels judged" not in words  # a count of records is no utility


def test_the_spread_of_distances_and_the_sets_are_drawn() -> None:
    plain = linked(coherence=samples.rate(0.75, 4))
    bars = distance_histogram([(0.0, True), (0.0, True), (1.0, False)])
    sets = {"nearest_record": samples.rate(0.5, 4), "nearest_other_original": samples.rate(0.25, 4)}
    drawn = plain.model_copy(update={"semantic": plain.semantic.model_copy(update={"histogram": bars}), "sets": sets})
    words = Page(render_link("a", drawn)).words
    assert "0.0 to 0.1: link right 2; 0.9 to 1.0: link wrong 1" in words
    assert "Control: an original and the nearest other original" in words
    assert "How the distances are spread" not in Page(render_link("a", plain)).words
