import pytest

from anonymizers.replacement.scenes import TYPES, marked
from gyges.anonymizers import generalised
from gyges.anonymizers._generalised import generalised_edit
from gyges.errors import InputError
from gyges.records import apply_edits

CASES = {
    "She came on {DATETIME|4 November 2024}.": "She came in 2024.",
    "On {DATETIME|4 November 2024} she came.": "In 2024 she came.",
    "Since {DATETIME|4 November 2024} she works.": "Since 2024 she works.",
    "It was in {DATETIME|2006}.": "It was in the 2000s.",
    "He waited for {DATETIME|eleven years}.": "He waited for some years.",
    "At {DATETIME|22:40} on {DATETIME|Friday}": "At some time on some day",
    "He was born in {DATETIME|February}.": "He was born in some month.",
    "She lives in {LOC|Porto}.": "She lives in Portugal.",
    "He flew from {LOC|Rotterdam}.": "He flew from the Netherlands.",
    "in the {LOC|Netherlands}": "in Europe",
    "He lives at {LOC|14 Seapoint Rise}.": "He lives somewhere.",
    "She is a {DEM|nurse}.": "She is a [trait].",
    "an {DEM|Austrian} {DEM|lawyer}": "a European [trait]",
    "a man {DEM|aged 43}": "a man aged 40-49",
    "an {DEM|84-year-old} man": "an 80-89-year-old man",
    "a {DEM|seven-year-old}": "a 0-9-year-old",
    "She is {DEM|sixty-nine}.": "She is 60-69.",
    "with {DEM|her husband}": "with a partner",
    "{DEM|Her brother} left.": "A relative left.",
    "was {DEM|born on 2 March 1981}": "was born in 1981",
    "The {ORG|Oak Siding School} closed.": "A school closed.",
    "at {ORG|St Enda's University Hospital}": "at a hospital",
    "called {ORG|the police}": "called the police",
    "paid {QUANTITY|€4,200}": "paid thousands of euros",
    "paid {QUANTITY|$300 a month}": "paid hundreds of dollars a month",
    "runs to {QUANTITY|614 pages}": "runs to hundreds of pages",
    "took {QUANTITY|4%}": "took some per cent",
    "write to {CODE|a@b.pt}": "write to an e-mail address",
    "passport no. {CODE|X1234567}": "passport no. a number",
    "drove the {MISC|scooter}": "drove something",
}


@pytest.mark.parametrize(("source", "expected"), CASES.items())
def test_broader_words_fit_the_sentence(source: str, expected: str) -> None:
    scene = marked(source)
    edits, floor = [], 0
    for mention in scene.mentions:
        edits.append(generalised_edit(scene.text, mention.start, mention.end, mention.type, floor=floor))
        floor = mention.end
    assert apply_edits(scene.text, edits) == expected


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("words", ["", " ", "?", "Zzyzx", "12", "ὕβρις", "a\nb", "٣"])
def test_any_words_have_broader_ones(type_: str, words: str) -> None:
    assert generalised(words, type_)
    assert generalised(words, type_) != words or not words.strip()


def test_a_type_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="no entity type 'SHOE'"):
        generalised("size 43", "SHOE")
