"""How a text is changed without breaking it: what an English word can be, what may go, and what fits where."""

from gyges.anonymizers.wording._ages import age_swap
from gyges.anonymizers.wording._around import Swap, begins_sentence, is_ordinary, line_of, word_after, word_before
from gyges.anonymizers.wording._births import birth_swap
from gyges.anonymizers.wording._codes import code_swap, is_code
from gyges.anonymizers.wording._demonyms import demonym_swap
from gyges.anonymizers.wording._fields import field_around
from gyges.anonymizers.wording._frames import adjunct, attribute
from gyges.anonymizers.wording._jobs import job_swap
from gyges.anonymizers.wording._letters import Letters
from gyges.anonymizers.wording._names import is_title, name_swap, titles_before
from gyges.anonymizers.wording._neutral import neutral_kin, neutral_pronouns, neutral_sex, stays, tells_tie
from gyges.anonymizers.wording._organisations import is_named, kind_noun, kind_of
from gyges.anonymizers.wording._repairs import Change, fit
from gyges.anonymizers.wording._rewording import Rewording
from gyges.anonymizers.wording._sound import broken_changes, still_a_sentence
from gyges.anonymizers.wording._study import study_swaps
from gyges.reading.english import article_for, can_be, is_english_word, plain_form, usual_tag

__all__ = [
    "Change",
    "Letters",
    "Rewording",
    "Swap",
    "adjunct",
    "age_swap",
    "article_for",
    "attribute",
    "begins_sentence",
    "birth_swap",
    "broken_changes",
    "can_be",
    "code_swap",
    "demonym_swap",
    "field_around",
    "fit",
    "is_code",
    "is_english_word",
    "is_named",
    "is_ordinary",
    "is_title",
    "job_swap",
    "kind_noun",
    "kind_of",
    "line_of",
    "name_swap",
    "neutral_kin",
    "neutral_pronouns",
    "neutral_sex",
    "plain_form",
    "stays",
    "still_a_sentence",
    "study_swaps",
    "tells_tie",
    "titles_before",
    "usual_tag",
    "word_after",
    "word_before",
]
