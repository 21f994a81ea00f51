"""How a text is changed without breaking it: what an English word can be, what may go, and what fits where."""

from gyges.anonymizers.wording._ages import age_swap
from gyges.anonymizers.wording._around import (
    Swap,
    begins_sentence,
    is_function,
    is_ordinary,
    leads_on,
    line_of,
    word_after,
    word_before,
)
from gyges.anonymizers.wording._births import birth_swap
from gyges.anonymizers.wording._clear import Sexes, judge_sexes
from gyges.anonymizers.wording._codes import code_swap, code_word, is_code
from gyges.anonymizers.wording._demonyms import demonym_swap
from gyges.anonymizers.wording._fields import field_around
from gyges.anonymizers.wording._frames import adjunct, attribute, lead_of, needs_place
from gyges.anonymizers.wording._headings import head_of, segment_around, segments_of
from gyges.anonymizers.wording._jobs import job_swap
from gyges.anonymizers.wording._letters import ALPHABET, Letters, endless_letters
from gyges.anonymizers.wording._names import (
    is_call,
    is_holy,
    is_honorific,
    is_kin_word,
    is_named_noun,
    is_short_form,
    is_thing_word,
    is_title,
    name_swap,
    named_nouns,
    short_forms_of,
    titles_before,
)
from gyges.anonymizers.wording._neutral import neutral_kin, neutral_sex, stays, tells_tie
from gyges.anonymizers.wording._organisations import is_named, kind_noun, kind_of
from gyges.anonymizers.wording._passing_ages import passing_ages
from gyges.anonymizers.wording._ranking import Choice, Ranker, chosen
from gyges.anonymizers.wording._remembered import how_often, is_once, places_of, remembered, stands
from gyges.anonymizers.wording._repairs import Change, fit
from gyges.anonymizers.wording._rewording import Rewording
from gyges.anonymizers.wording._sound import broken_changes, still_a_sentence
from gyges.anonymizers.wording._study import study_swaps
from gyges.anonymizers.wording._tiny_ranker import TinyRanker
from gyges.reading.english import article_for, can_be, is_english_word, plain_form, usual_tag

__all__ = [
    "ALPHABET",
    "Change",
    "Choice",
    "Letters",
    "Ranker",
    "Rewording",
    "Sexes",
    "Swap",
    "TinyRanker",
    "adjunct",
    "age_swap",
    "article_for",
    "attribute",
    "begins_sentence",
    "birth_swap",
    "broken_changes",
    "can_be",
    "chosen",
    "code_swap",
    "code_word",
    "demonym_swap",
    "endless_letters",
    "field_around",
    "fit",
    "head_of",
    "how_often",
    "is_call",
    "is_code",
    "is_english_word",
    "is_function",
    "is_holy",
    "is_honorific",
    "is_kin_word",
    "is_named",
    "is_named_noun",
    "is_once",
    "is_ordinary",
    "is_short_form",
    "is_thing_word",
    "is_title",
    "job_swap",
    "judge_sexes",
    "kind_noun",
    "kind_of",
    "lead_of",
    "leads_on",
    "line_of",
    "name_swap",
    "named_nouns",
    "needs_place",
    "neutral_kin",
    "neutral_sex",
    "passing_ages",
    "places_of",
    "plain_form",
    "remembered",
    "segment_around",
    "segments_of",
    "short_forms_of",
    "stands",
    "stays",
    "still_a_sentence",
    "study_swaps",
    "tells_tie",
    "titles_before",
    "usual_tag",
    "word_after",
    "word_before",
]
