"""Worth: what a document is for costs more than what only describes somebody."""

import pytest

from gyges.anonymizers.subjectwise._layout import lay_out
from gyges.anonymizers.subjectwise._weights import FEATURES, Worth

TEXT = (
    "NOTE OF ORDER\n\nThe parties are neighbours in a block.\n\nShe is a widow with two cats.\n\n4. By consent:\n"
    "   (a) no lessons at noon;\n   (b) the remark about the cat goes.\n\nAccordingly it was ordered that he pays.\n\n"
    "The record is public. Rain fell.\n"
)


def cost(sentence: str) -> float:
    """What a word of a sentence in the middle of a text costs."""
    return Worth(lay_out(f"A first line.\n\nIt began.\n\n{sentence}\n\nIt ended.\n")).cost(2)


def test_what_was_decided_is_worth_more_than_what_somebody_is_like() -> None:
    _, first, widow, _, lessons, _, order, *_ = map(Worth(lay_out(TEXT)).cost, range(9))
    assert min(first, lessons, order) > 2 * widow


@pytest.mark.parametrize(
    "dear",
    [
        "Please send me the new key by Friday.",
        "The committee refused the claim for 90 euros.",
        "Pain 6/10, paracetamol given at once.",
        "The lorry hit the gate and broke the lamp.",
        "Decision: the fee is returned to the tenant.",
        "Waiver granted.",
    ],
)
@pytest.mark.parametrize(
    "cheap",
    [
        "He is a retired teacher and lives with his wife.",
        "My daughter is at university and sings in church.",
        "She was born in a village by the sea.",
        "Age: 41",
    ],
)
def test_requests_decisions_and_events_cost_more_than_descriptions(dear: str, cheap: str) -> None:
    assert cost(dear) > cost(cheap)


def test_what_other_sentences_take_up_costs_more() -> None:
    text = "It began.\n\nThe sofa has brown covers. The garage has green windows. The sofa covers came on Friday.\n"
    worth = Worth(lay_out(text))
    assert worth.cost(1) > worth.cost(2)


def test_every_feature_has_a_number() -> None:
    layout = lay_out(TEXT)
    worth = Worth(layout)
    assert all(len(worth.features(number)) == len(FEATURES) for number in range(len(layout.statements)))


@pytest.mark.parametrize(
    "told",
    [
        "One of them scorched the carpet and burned his palm.",
        "Glucose 27.1 and a temperature of 39 °C.",
        "I claim CHF 1,240 and a letter of apology.",
        "Age waiver granted.",
    ],
)
def test_what_a_report_or_a_claim_is_written_for_is_dear(told: str) -> None:
    layout = lay_out(f"My aunt is tall and likes tea. {told}")
    assert Worth(layout).cost(1) >= 2 > Worth(layout).cost(0)
