"""How a text is changed without breaking it: what an English word can be, what may go, and what fits where."""

from gyges.anonymizers.wording._english import article_for, can_be, is_english_word, plain_form, usual_tag
from gyges.anonymizers.wording._neutral import Swap, neutral_kin, neutral_pronouns, neutral_sex, stays, tells_tie

__all__ = [
    "Swap",
    "article_for",
    "can_be",
    "is_english_word",
    "neutral_kin",
    "neutral_pronouns",
    "neutral_sex",
    "plain_form",
    "stays",
    "tells_tie",
    "usual_tag",
]
