"""Weights: titles, first sentences and results are worth more than what stands between them."""

from gyges.anonymizers.subjectwise._layout import lay_out
from gyges.anonymizers.subjectwise._weights import weights_of

TEXT = (
    "NOTE OF ORDER\n\nThe parties are neighbours in a block.\n\nOne of them has a piano.\n\n4. By consent:\n"
    "   (a) no lessons at noon;\n   (b) the remark about the cat goes.\n\nAccordingly IT IS ORDERED that he pays.\n\n"
    "The record is public. Rain fell.\n"
)


def test_what_a_text_is_about_and_what_was_decided_is_worth_more_than_the_rest() -> None:
    title, first, middle, agreed, lessons, remark, order, *_ = weights_of(lay_out(TEXT))
    assert min(title, first, agreed, lessons, remark, order) > middle
    assert first == max(weights_of(lay_out(TEXT)))
