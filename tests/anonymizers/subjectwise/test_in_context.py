"""The words of ``subjectwise`` read as English between their neighbours."""

import pytest

from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.subjectwise._in_context import in_context
from gyges.anonymizers.subjectwise._ladders import age_rungs, quoted_rungs
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document


def put(text: str, words: str, kind: str, new: str, *, next_to: bool = False) -> str:
    start = text.index(words)
    return in_context(text, (start, start + len(words)), kind, new, next_to=next_to)


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("She met a 40-year-old nurse.", "40-year-old", ""),
        ("The 40-year-old said no.", "40-year-old", "person"),
        ("The 40-year-old victim said no.", "40-year-old", ""),
        ("She met a 40-year-old from Leeds.", "40-year-old", "person"),
        ("Ana, 43, said no.", "43", "of some age"),
        ("He is over 60 years old.", "60 years old", "a certain age"),
        ("They reach the age of 65.", "age of 65", "age in question"),
    ],
)
def test_an_age_fits_before_a_noun_and_behind_a_verb(text: str, words: str, expected: str) -> None:
    assert put(text, words, "age", "of some age") == expected


def test_an_age_is_never_dropped_behind_a_form_of_be() -> None:
    assert put("So I'm 29F and happy.", "29F", "age", "") == "of some age"


@pytest.mark.parametrize(
    ("words", "expected"),
    [("I'm 46", "I'm of some age"), ("he's only 17", "they're of some age"), ("She is 30", "They are of some age")],
)
def test_whoever_says_an_age_stays_without_a_sex(words: str, expected: str) -> None:
    assert age_rungs(words)[0] == expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("He married Shirley in 1957.", "married", "knew"),
        ("They married in Rome.", "married", "settled"),
        ("Greg is divorced.", "divorced", "of some family status"),
        ("I am old, married, with two sons.", "married", ""),
        ("A married man came.", "married", ""),
        ("She got married.", "married", "settled"),
    ],
)
def test_a_family_status_fits_its_sentence(text: str, words: str, expected: str) -> None:
    assert put(text, words, "bond", "of some family status") == expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("We are a retired couple.", "retired", ""),
        ("Tom is retired.", "retired", "of some occupation"),
        ("He had lost his job again.", "lost his job", "made a change"),
        ("He is in Year 4 at a school.", "in Year 4", ""),
        ("He is in Year 4.", "in Year 4", "of some occupation"),
        ("He was dismissed for it.", "dismissed", "involved"),
        ("The nurse came.", "nurse", "person"),
    ],
)
def test_what_is_no_noun_is_not_replaced_by_one(text: str, words: str, expected: str) -> None:
    assert put(text, words, "job", "person") == expected


def test_words_for_representing_somebody_keep_their_grammar() -> None:
    assert quoted_rungs("represented before the Court", "OCCUPATION") == ("assisted", "supported")


def test_several_languages_are_told_apart() -> None:
    text = "I speak Japanese, English and Korean."
    assert [put(text, word, "demonym", "") for word in ("Japanese", "English", "Korean")] == [
        "a language",
        "another",
        "another",
    ]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("text", "gone", "never"),
    [
        ("Mrs. Doreen Halloway, a 67-year-old retired seamstress from Grimsby, fell.", "67", "an of"),
        ("Walter J. Pruitt, 88, of Dubuque, died. Born in 1934, he married Shirley Kranz in 1957.", "88", "they of"),
        ("A married 40-year-old from Leeds met Tom Baker.", "40", "An person"),
        ("A 23-year-old student from Lyon was arrested. Police named him as Karim Benali.", "Lyon", "from Person"),
    ],
)
async def test_a_release_reads_as_english(text: str, gone: str, never: str) -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        release = await open_anonymizer("subjectwise", Tools(pool), None).anonymize(Document("d", text))
    assert gone not in release.text
    assert never not in release.text
