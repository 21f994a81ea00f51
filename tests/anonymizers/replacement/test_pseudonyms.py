import re
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonymizers.replacement.scenes import marked, sentences
from gyges.anonymizers.replacement import Pseudonyms, Secret, SpansToReplace
from gyges.errors import ConfigError
from gyges.reading import ReadMention
from gyges.reading.lookups import country, first_name, fold
from gyges.records import Edit

SECRET = Secret(b"a key")
SECRETS = tuple(Secret(bytes([number])) for number in range(24))  # made once: a key is slow to stretch, on purpose


def _edits(source: str, secret: Secret = SECRET, document: str = "a") -> list[Edit]:
    return Pseudonyms(secret).edits(marked(source, document))


def _words(source: str, secret: Secret = SECRET, document: str = "a") -> list[str]:
    """Return what stands for each span; the words themselves where they stay."""
    scene = marked(source, document)
    made = {edit.end: edit.text for edit in _edits(source, secret, document)}
    return [made.get(mention.end, scene.words(mention)) for mention in scene.mentions]


def test_the_same_key_gives_the_same_names_in_every_document_and_another_key_others() -> None:
    one, two = _words("{PERSON|Ana Reis} said so."), _words("And {PERSON|Ana Reis}!", document="b")
    assert one == two
    assert one != _words("{PERSON|Ana Reis} said so.", Secret(b"another key"))


def test_one_person_keeps_one_name_through_all_mentions() -> None:
    full, surname, given, turned, letter, loud = _words(
        "{PERSON|Ana Reis}. Ms {PERSON|Reis}. {PERSON|Ana}. {PERSON|REIS, Ana}. {PERSON|A. Reis}. {PERSON|ANA}."
    )
    assert full == f"{given} {surname}"
    assert turned == f"{surname.upper()}, {given}"
    assert letter == f"{given[0]}. {surname}"
    assert loud == given.upper()
    assert fold(surname) != "reis"
    assert fold(given) != "ana"


def test_a_longer_form_of_a_name_belongs_to_the_same_invented_person() -> None:
    short, *_ = _words("{PERSON|Ana Reis}")
    long, *_ = _words("{PERSON|Ana Maria Reis}", document="b")
    assert (long.split()[0], long.split()[-1]) == tuple(short.split())


def test_a_title_tells_the_sex_where_the_name_does_not() -> None:
    for secret in SECRETS:
        stat = first_name(_words("Mrs {PERSON|Robin Reis}", secret)[0].split()[0])
        assert stat is not None
        assert stat.p_female > 0.5


def test_many_people_of_one_document_never_share_a_name() -> None:
    names = [f"{first} {last}" for first in ("Ana", "Bea", "Carl", "Dora") for last in ("Reis", "Lund", "Moss", "Fitz")]
    letters = [f"{sign}." for sign in "ABCDEFGHIJKLMNOPQRST"]
    for secret in SECRETS:
        made = _words(" ".join(f"{{PERSON|{name}}}" for name in (*names, *letters)), secret)
        assert len({fold(name) for name in made}) == len(made)


def test_an_invented_word_is_never_one_the_document_says() -> None:
    first = _words("{PERSON|Ana Reis}")[0]
    other = _words(f"{{PERSON|Ana Reis}} knows {first.split()[1]} and {first.split()[0]}.")[0]
    assert not set(fold(first).split()) & set(fold(other).split())


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("(414) 555-0187", r"\([2-9]\d\d\) 555-01\d\d"),
        ("+1 217 257 6784", r"\+1 [2-9]\d\d 555 01\d\d"),
        ("020 7946 1234", r"016 3296 0\d\d\d"),
        ("+44 7911 123456", r"\+44 7700 900\d\d\d"),
        ("+351 912 345 678", r"\+351 \d{3} \d{3} \d{3}"),
        ("+30 2310 555 019", r"\+30 \d{4} \d{3} \d{3}"),
    ],
)
def test_a_phone_number_keeps_its_shape_and_is_fictional_where_a_range_is_kept_for_that(
    number: str, expected: str
) -> None:
    made = _words(f"phone {{CODE|{number}}}")[0]
    assert re.fullmatch(expected, made)
    assert made != number


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("192.168.1.7", r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"),
        ("https://firm.pt/ana", r"https://example\.org/[0-9a-f]{6}"),
    ],
)
def test_network_addresses_come_from_reserved_ranges(code: str, expected: str) -> None:
    assert re.fullmatch(expected, _words(f"{{CODE|{code}}}")[0])


@given(st.from_regex(r"[A-Z]{1,3}-?[0-9]{4,9}[A-Za-z]?", fullmatch=True))
def test_a_code_keeps_its_shape_and_becomes_another_one(code: str) -> None:
    made = _words(f"{{CODE|{code}}}")[0]

    def shape(words: str) -> str:
        return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "9", words)))

    assert shape(made) == shape(code)
    assert made != code


FORMS = ("%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d.%m.%Y", "%d %b %Y")
DAYS = st.dates(date(1930, 1, 1), date(2020, 12, 28)).filter(lambda day: day.day <= 28 and day.month != 5)


@given(DAYS, st.sampled_from(SECRETS))
def test_an_age_at_a_day_of_the_text_stays_true(day: date, secret: Secret) -> None:
    event = date(2024, 7, 1)
    source = f"born {{DATETIME|{day:%d %B %Y}}}, aged 40, seen on {{DATETIME|{event:%d %B %Y}}}"
    new = datetime.strptime(_words(source, secret)[0], "%d %B %Y").date()
    assert ((new.month, new.day) > (7, 1)) is ((day.month, day.day) > (7, 1))


@pytest.mark.parametrize(
    "words", ["2006", "October 2023", "16TH DAY OF MAY, 2025", "summer 2021", "5 January 2024", "2024/25", "03/04/2024"]
)
def test_dates_of_events_stay(words: str) -> None:
    assert _words(f"signed on {{DATETIME|{words}}}")[0] == words


@pytest.mark.parametrize(
    "words",
    ["Friday", "22:40", "eleven years", "two days", "0645H", "tomorrow", "last week", "at noon", "Easter", "the 90s"],
)
def test_times_of_day_weekdays_durations_and_what_depends_on_today_stay(words: str) -> None:
    assert _words(f"{{DATETIME|{words}}}")[0] == words


def test_no_letter_begins_an_invented_name() -> None:
    text = "Ana Reis and Tormod Hegglund went to Porto."
    people = (ReadMention(0, 8, "PERSON", True, None), ReadMention(13, 28, "PERSON", True, None))
    scene = SpansToReplace("a", text, (*people, ReadMention(37, 42, "LOC", False, None)))
    for secret in SECRETS:
        made = {edit.start: edit.text for edit in Pseudonyms(secret).edits(scene)}
        assert made[37][0] not in {word[0] for word in f"{made[0]} {made[13]}".split()}


def test_an_empty_key_is_refused() -> None:
    with pytest.raises(ConfigError, match="the key is empty"):
        Secret(b"")


@given(scene=sentences(), secret=st.sampled_from(SECRETS))
def test_no_word_of_a_name_is_left_and_nothing_but_names_codes_and_places_changes(
    scene: SpansToReplace, secret: Secret
) -> None:
    edits = {edit.end: edit.text for edit in Pseudonyms(secret).edits(scene)}
    people: dict[str, set[str]] = {}
    for mention in scene.mentions:
        words = scene.words(mention)
        made = edits.get(mention.end, words)
        if mention.type == "PERSON" or "@" in words:
            kept = set(re.findall(r"\w{3,}", fold(words))) & set(re.findall(r"\w{3,}", fold(made)))
            assert not kept
        if mention.type in {"QUANTITY", "MISC", "DATETIME", "DEM"} or words in {
            "nurse",
            "22:40",
            "Friday",
            "eleven years",
        }:
            assert made == words
        if mention.type in {"CODE", "LOC", "ORG"} and country(words.removeprefix("the ")) is None:
            assert fold(made) != fold(words)
        if mention.type == "PERSON":
            people.setdefault(made, set()).add(words)
    assert all(len(set(map(fold, names))) == 1 for names in people.values())
