"""The tables by look-up, for the rooms that write words instead of reading them: names, countries, months, numbers."""

from gyges.reading.lexicon._fold import fold, is_chatty
from gyges.reading.lexicon._load import is_common_word
from gyges.reading.lexicon._load import words as span_words
from gyges.reading.lexicon._names import (
    Country,
    Kin,
    NameStat,
    Title,
    countries,
    country,
    first_name,
    is_surname,
    kin,
    name_origin,
    title,
)
from gyges.reading.lexicon._names import is_known as is_english_word
from gyges.reading.people._same_name import (
    Likeness,
    Same,
    is_initial,
    name_parts,
    names_table,
    pair_parts,
    same_name,
    same_part,
    same_parts,
)
from gyges.reading.places._gazetteer import Namesake, city_spots, is_place, region_name
from gyges.reading.time._dates import months, number_words, ordinal_words
from gyges.reading.work._occupations import is_title as is_job

__all__ = [
    "Country",
    "Kin",
    "Likeness",
    "NameStat",
    "Namesake",
    "Same",
    "Title",
    "city_spots",
    "countries",
    "country",
    "first_name",
    "fold",
    "is_chatty",
    "is_common_word",
    "is_english_word",
    "is_initial",
    "is_job",
    "is_place",
    "is_surname",
    "kin",
    "months",
    "name_origin",
    "name_parts",
    "names_table",
    "number_words",
    "ordinal_words",
    "pair_parts",
    "region_name",
    "same_name",
    "same_part",
    "same_parts",
    "span_words",
    "title",
]
