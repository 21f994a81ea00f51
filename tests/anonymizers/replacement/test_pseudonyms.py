import re
from datetime import datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from anonymizers.replacement.scenes import marked, sentences
from gyges.anonymizers import Edit, apply_edits
from gyges.anonymizers.replacement import Pseudonyms, Scene, Secret
from gyges.anonymizers.replacement.pseudonyms._pools import cities_by_country
from gyges.errors import ConfigError
from gyges.reading import find_places
from gyges.reading.lookups import country, first_name, fold

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


def test_without_a_key_every_run_draws_other_names() -> None:
    source = "{PERSON|Ana Reis} and {PERSON|Bea Lund}"
    assert _words(source, Secret()) != _words(source, Secret())


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


@pytest.mark.parametrize(("name", "women"), [("Ana Reis", True), ("Paulo Reis", False), ("Gráinne Tuohy", True)])
def test_the_sex_of_a_first_name_is_kept(name: str, women: bool) -> None:
    for secret in SECRETS:
        stat = first_name(_words(f"{{PERSON|{name}}}", secret)[0].split()[0])
        assert stat is not None
        assert (stat.p_female > 0.5) is women


def test_a_title_tells_the_sex_where_the_name_does_not() -> None:
    made = _words("Mrs {PERSON|Qwxyz Abcdef}")[0].split()[0]
    stat = first_name(made)
    assert stat is not None
    assert stat.p_female > 0.5


def test_letters_stay_letters_and_accounts_accounts() -> None:
    letters, account, camel = _words("{PERSON|K.L.} {PERSON|@night_owl7} {PERSON|u/RedFoxRun}")
    assert re.fullmatch(r"[A-Z]\.[A-Z]\.", letters)
    assert letters != "K.L."
    assert re.fullmatch(r"@[a-z]+_[a-z]+\d", account)
    assert re.fullmatch(r"u/[A-Za-z]+", camel)


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


def test_a_mail_address_follows_its_owner_to_a_reserved_domain() -> None:
    name, mail, other = _words("{PERSON|Ana Reis} <{CODE|ana.reis@firm.pt}> or {CODE|office@firm.pt}")
    assert mail == f"{name.lower().replace(' ', '.')}@example.org"
    assert other == "office@example.org"  # a role is nobody's name


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("(414) 555-0187", r"\([2-9]\d\d\) 555-01\d\d"),
        ("+1 217 257 6784", r"\+1 [2-9]\d\d 555 01\d\d"),
        ("020 7946 1234", r"016 3296 0\d\d\d"),
        ("+44 7911 123456", r"\+44 7700 900\d\d\d"),
        ("+351 912 345 678", r"\+\d{3} \d{3} \d{3} \d{3}"),
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


FORMS = ("%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d.%m.%Y", "%d %b %Y", "%a %d %B %Y")


@given(
    st.lists(st.dates(datetime(1950, 1, 1).date(), datetime(2030, 1, 1).date()), min_size=2, max_size=5),
    st.sampled_from(FORMS),
    st.sampled_from(SECRETS),
)
def test_the_order_of_dates_stays_and_so_does_their_form(dates: list[datetime], form: str, secret: Secret) -> None:
    assume("%b" not in form or all(date.month != 5 for date in dates))  # "May" may be short or not
    assume(all((date.month, date.day) != (2, 29) for date in dates))
    written = [date.strftime(form) for date in dates]
    made = _words(" and ".join(f"{{DATETIME|{words}}}" for words in written), secret)
    skipped = 4 if form.startswith("%a") else 0  # a weekday, which stays
    moved = [datetime.strptime(words[skipped:], form[skipped and 3 :]).date() for words in made]
    assert [real < other for real in dates for other in dates] == [new < other for new in moved for other in moved]
    steps = {real.toordinal() - new.toordinal() for real, new in zip(dates, moved, strict=True)}
    years = {real.year - new.year for real, new in zip(dates, moved, strict=True)}
    assert len(years) == 1
    assert min(steps) > 300
    assert len(steps) == 1 or all(
        (real.month, real.day) == (new.month, new.day) for real, new in zip(dates, moved, strict=True)
    )
    if any(real.day != new.day for real, new in zip(dates, moved, strict=True)):
        assert {step % 7 for step in steps} == {0}  # weekdays stay


def test_a_document_that_writes_the_month_first_keeps_doing_so() -> None:
    first, second = _words("{DATETIME|03/04/2024} and {DATETIME|03/25/2024}")
    days = [datetime.strptime(words, "%m/%d/%Y").toordinal() for words in (first, second)]
    assert days[1] - days[0] == 21


@pytest.mark.parametrize("words", ["2006", "October 2023", "16TH DAY OF MAY, 2025", "summer 2021", "5 January 2024"])
def test_parts_of_dates_are_moved_too(words: str) -> None:
    made = _words(f"{{DATETIME|{words}}}")[0]
    assert made != words
    assert re.sub(r"\d", "9", made).count("9") >= (words[0].isdigit())


@pytest.mark.parametrize(
    "words",
    ["Friday", "22:40", "eleven years", "two days", "0645H", "tomorrow", "last week", "at noon", "Easter", "the 90s"],
)
def test_times_of_day_weekdays_durations_and_what_depends_on_today_stay(words: str) -> None:
    assert _words(f"{{DATETIME|{words}}}")[0] == words


def test_a_city_becomes_another_of_its_country_and_the_country_stays() -> None:
    for secret in SECRETS:
        city, land, people = _words("{LOC|Porto}, {LOC|Portugal}; a {DEM|Portuguese}", secret)
        assert (land, people) == ("Portugal", "Portuguese")
        assert city != "Porto"
        assert [place.country for place in find_places(f"in {city}")] == ["Portugal"]


def test_a_place_nobody_knows_becomes_a_town_of_the_country_the_text_is_set_in() -> None:
    for secret in SECRETS:
        _, unknown = _words("We walked from {LOC|Mestia}, Georgia, and Batumi, to {LOC|Ushgulixa}", secret)
        assert unknown in cities_by_country()["GE"]


def test_a_document_with_hundreds_of_unknown_places_has_a_name_for_each() -> None:
    places = [f"Xq{chr(97 + number // 26)}{chr(97 + number % 26)} wz" for number in range(500)]
    made = _words(" ".join(f"{{LOC|{place}}}" for place in places))
    assert len({fold(place) for place in made}) == len(places)


def test_the_article_follows_the_invented_word() -> None:
    for secret in SECRETS:
        scene = marked("She is a {DEM|Lithuanian}.")
        made = apply_edits(scene.text, Pseudonyms(secret).edits(scene))
        word = made.removeprefix("She is ").split(" ")
        assert (word[0] == "an") == (word[1][0] in "AEIO" or word[1].startswith("Uz")), made


def test_an_organisation_keeps_its_kind() -> None:
    school, firm, vague = _words("{ORG|Oak Siding School}, {ORG|Lannigan Quill LLP}, {ORG|district court}")
    assert school.endswith(" School")
    assert firm.endswith(" LLP")
    assert "Lannigan" not in firm
    assert vague == "district court"


def test_amounts_stay() -> None:
    said = "{QUANTITY|€4,200}, {QUANTITY|4%}, {QUANTITY|42\u00a0300 euros}, {QUANTITY|twenty-six kilometres}"
    assert _words(said) == ["€4,200", "4%", "42\u00a0300 euros", "twenty-six kilometres"]


def test_all_ages_of_a_document_are_moved_alike() -> None:
    for secret in SECRETS:
        one, other, words = _words("She is {DEM|43}, he {DEM|aged 58} and I am {DEM|seventy-two}", secret)
        step = int(one) - 43
        assert 0 < abs(step) <= 2
        assert other == f"aged {58 + step}"
        assert words == {-2: "seventy", -1: "seventy-one", 1: "seventy-three", 2: "seventy-four"}[step]


@pytest.mark.parametrize(
    "source",
    [
        "aged {DEM|43}, born in 1981",
        "aged {DEM|43} and her son, {DEM|15}",
        "she turned {DEM|43} on Tuesday",
        "aged {DEM|43}, with 43 candles",
        "aged retired, {DEM|66}",
        "aged {DEM|60}",
        "RIDERS ({DEM|64})",
    ],
)
def test_an_age_stays_where_something_depends_on_it(source: str) -> None:
    ages = [scene.words(one) for scene in [marked(source)] for one in scene.mentions if one.type == "DEM"]
    assert _words(source) == ages


@pytest.mark.parametrize("words", ["9" * 5000, "5² January", "²", "1" * 30 + " years", "u/ana²³_9"])
@pytest.mark.parametrize("type_", ["QUANTITY", "DATETIME", "DEM", "CODE", "PERSON", "LOC", "ORG", "MISC"])
def test_odd_digits_break_nothing(words: str, type_: str) -> None:
    (made,) = _words(f"{{{type_}|{words}}}")
    assert made == words or "9" * 20 not in made


def test_an_empty_key_is_refused() -> None:
    with pytest.raises(ConfigError, match="the key is empty"):
        Secret(b"")


@given(scene=sentences(), secret=st.sampled_from(SECRETS))
def test_no_word_of_a_name_is_left_and_nothing_but_names_codes_places_and_dates_changes(
    scene: Scene, secret: Secret
) -> None:
    edits = {edit.end: edit.text for edit in Pseudonyms(secret).edits(scene)}
    people: dict[str, set[str]] = {}
    for mention in scene.mentions:
        words = scene.words(mention)
        made = edits.get(mention.end, words)
        if mention.type == "PERSON" or "@" in words:
            kept = set(re.findall(r"\w{3,}", fold(words))) & set(re.findall(r"\w{3,}", fold(made)))
            assert not kept
        if mention.type in {"QUANTITY", "MISC"} or words in {"nurse", "22:40", "Friday", "eleven years"}:
            assert made == words
        if mention.type in {"CODE", "LOC", "ORG"} and country(words.removeprefix("the ")) is None:
            assert fold(made) != fold(words)
        if mention.type == "PERSON":
            people.setdefault(made, set()).add(words)
    assert all(len(set(map(fold, names))) == 1 for names in people.values())
