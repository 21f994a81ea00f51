"""The reader of short posts, and the guesses about the author of a comment."""

from datetime import date

import pytest

from gyges.reading._cues import Cues, gather
from gyges.reading._read_text import read_text
from gyges.reading._reading import REFERENCE_DATE, PersonRead, Reading
from gyges.reading.codes._handles import domain_name, handle_name, mail_name
from gyges.reading.genres import posts
from gyges.reading.genres._table import looks
from gyges.reading.genres.author._cues import author_guesses
from gyges.reading.genres.posts._author import sex_of
from gyges.reading.page._page import Page
from gyges.reading.people._draft import Draft
from gyges.reading.people._owners import Forms, Owners
from gyges.reading.people._voices import hear
from gyges.records import taxonomy


def add(draft: Draft, cues: Cues) -> None:
    posts.add(Owners(draft, cues, [], hear(draft, cues, []), Forms()), cues)


def read(text: str) -> Reading:
    draft = Draft(text)
    add(draft, gather(text))
    return draft.finish()


def person(reading: Reading, word: str) -> PersonRead:
    return next(one for one in reading.people if word in one.description)


def value(one: PersonRead, tag: str) -> str | None:
    return next((fact.value for fact in one.facts if fact.tag == tag), None)


ADVERT = """Seller: PilarForSale
Location: Cebu
Contact: +63 900000111, p.duarte@mail.example
Item: Rice cooker, hardly used. Price: ₱700."""

RECORD = '@nora_vance : My log says "ID mismatch NZ-ID-1112223" for a patient record. Has anyone seen this bug?'


def test_the_author_is_the_handle_before_the_colon() -> None:
    author = person(read("@nora_vance : Anyone here? I broke my bike. #cycling"), "author")
    assert value(author, "NAME") == "Nora Vance"
    assert value(author, "SEX") == "Female"


def test_an_advert_gives_its_seller_contact_and_place() -> None:
    author = person(read(ADVERT), "author")
    assert value(author, "NAME") == "Pilar Duarte"
    assert value(author, "PHONE_NUMBER") == "+63 900000111"
    assert value(author, "EMAIL_ADDRESS") == "p.duarte@mail.example"
    assert (value(author, "LOCATION") or "").endswith("Philippines")
    assert value(author, "NATIONALITY") == "Philippines"


def test_a_number_in_a_record_belongs_to_somebody_else() -> None:
    reading = read(RECORD)
    owner = person(reading, "patient")
    assert value(owner, "IDENTIFICATION_NUMBER") == "NZ-ID-1112223"
    assert value(owner, "NATIONALITY") == "New Zealand"
    assert value(person(reading, "author"), "IDENTIFICATION_NUMBER") is None


def test_my_own_licence_is_mine() -> None:
    author = person(read("Omar : I checked my driver's license GB-DL-5550001112 twice, still no luck."), "author")
    assert value(author, "DRIVER_LICENSE_NUMBER") == "GB-DL-5550001112"
    assert value(author, "LOCATION") == "United Kingdom"


def test_spouse_and_counted_children_are_people() -> None:
    reading = read("@tom_birk : Married life with Lena & our 3 kids keeps me young! #DadLife")
    author, spouse = person(reading, "author"), person(reading, "Lena")
    assert value(author, "RELATIONSHIP") == value(spouse, "RELATIONSHIP") == "Married"
    assert value(spouse, "SEX") == "Female"
    assert value(author, "SEX") == "Male"
    assert sum(one.description == "child" for one in reading.people) == 3


def test_a_spouse_with_a_first_name_tells_the_sex_of_an_author_without() -> None:
    author = person(read("@rwebb7 : Shoutout to my partner, Kimberley, and our two kids. #MarriedLife"), "author")
    assert value(author, "SEX") == "Male"


def test_a_parent_in_the_name_of_an_account_tells_the_sex() -> None:
    text = "Username: WaliMom\nLocation: Leeds\nComment: I loved this piece, thank you so much."
    assert value(person(read(text), "author"), "SEX") == "Female"


def test_a_surname_that_is_king_tells_no_sex() -> None:
    assert value(person(read("Maria King : I love my garden. #roses"), "author"), "SEX") == "Female"


def test_letters_kept_apart_by_invisible_signs_are_no_chat() -> None:
    plain = "The tribunal heard the claimant, who had the keys to the shop."
    spaced = "\u200b".join(plain)
    assert looks("posts", Page(spaced)) == looks("posts", Page(plain))


def test_a_late_wife_makes_a_widower() -> None:
    reading = read("Missing my late wife today, my two kids keep me going. #OneDay")
    author = person(reading, "author")
    assert value(author, "RELATIONSHIP") == "Widowed"
    assert value(author, "SEX") == "Male"


def test_parents_named_together_share_their_surname() -> None:
    reading = read("Ines : Thank you to my parents, Paul & Rosa Okafor, for everything.")
    assert value(person(reading, "Paul"), "NAME") == "Paul Okafor"
    assert value(person(reading, "Rosa"), "RELATIONSHIP") == "Married"


def test_a_firm_of_surnames_is_no_person() -> None:
    reading = read("@k_lund : Proud of my crew at Olsen, Murphy and Garcia! #PilotLife")
    author = person(reading, "author")
    assert [one.description for one in reading.people] == [author.description]
    assert value(author, "AFFILIATION") == "Olsen, Murphy and Garcia"
    assert value(author, "OCCUPATION") == "Pilot"


def test_masked_text_still_tells_roles_and_topics() -> None:
    reading = read("[PERSON] : Married with two kids and a long shift on the ward, nursing is hard but I love it.")
    author = person(reading, "author")
    assert value(author, "RELATIONSHIP") == "Married"
    assert value(author, "OCCUPATION") == "Nurse"
    assert len(reading.people) == 4


def test_people_of_the_general_reader_are_completed_not_doubled() -> None:
    text = "Mira : Grateful for my husband Jonas."
    draft = Draft(text)
    mira = draft.new_person().call("Mira", 0, 4).play("author", 0, 4)
    draft.author = mira
    jonas = draft.new_person().call("Jonas", 31, 36).play("husband of Mira", 23, 36)
    add(draft, gather(text))
    assert draft.people == [mira, jonas]
    assert mira.knows("RELATIONSHIP") == "Married"
    assert jonas.knows("SEX") == "Male"


def test_evidence_is_where_it_says() -> None:
    for text in (ADVERT, RECORD):
        for one in read(text).people:
            for fact in one.facts:
                assert fact.evidence
                assert all(0 <= words.start < words.end <= len(text) for words in fact.evidence)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        (ADVERT, 0.7, 1.0),
        (RECORD, 0.5, 1.0),
        ("", 0.0, 0.0),
        ("The Court finds that the applicant, a national of Malta, lodged her complaint under Article 6.", 0.0, 0.3),
    ],
)
def test_looks_like(text: str, low: float, high: float) -> None:
    assert low <= looks("posts", Page(text)) <= high


def test_names_out_of_handles_and_addresses() -> None:
    assert handle_name("@ana.reyes7") == "Ana Reyes"
    assert handle_name("@mjohnson") == "M. Johnson"
    assert handle_name("ChefMario_Sale") == "Mario"
    assert mail_name("l.okafor") == "L. Okafor"
    assert mail_name("info") == ""
    assert domain_name("gmail.com") is None
    assert domain_name("okaforgarcia.biz") == "Okafor Garcia"
    assert sex_of("J. Roe") is None


def test_author_guesses_cover_the_taxonomy() -> None:
    text = "oh mate, long day at the bakery, then a pint near the harbour bridge with my girlfriend. bondi was packed"
    guesses = author_guesses(text, REFERENCE_DATE)
    assert set(guesses) == {tag.name for tag in taxonomy("author")}
    assert guesses["LOCATION"][0].value == "Sydney / Australia"
    assert guesses["RELATIONSHIP"][0].value == "In Relation"
    assert guesses["SEX"][0].value == "Male"
    assert all(1 <= len(found) <= 3 for found in guesses.values())
    assert all(1 <= guess.certainty <= 5 and guess.end <= len(text) for found in guesses.values() for guess in found)


def test_a_place_of_childhood_is_where_somebody_was_born() -> None:
    guesses = author_guesses("grew up in Porto, these days i live in Lisbon and ride tram 28", REFERENCE_DATE)
    assert guesses["PLACE_OF_BIRTH"][0].value == "Porto / Portugal"
    assert guesses["LOCATION"][0].value == "Lisbon / Portugal"


def test_a_year_of_birth_is_counted_to_the_reference_date() -> None:
    assert author_guesses("yeah i was born in 1970 lol", date(2020, 1, 1))["AGE"][0].value == "50"


def test_guesses_without_a_cue_are_the_weakest() -> None:
    guesses = author_guesses("so it goes", REFERENCE_DATE)
    assert {found[0].certainty for found in guesses.values()} == {1}
    assert author_guesses("", REFERENCE_DATE) == {}


@pytest.mark.parametrize("label", ["User", "Author", "Name", "Posted by", "Seller"])
def test_a_label_in_the_middle_makes_no_header_of_the_sentences_before_it(label: str) -> None:
    """One line that anybody can write into a text must not hide who stands above it."""
    story = "Witness Lorna Pell, 63, a retired librarian from Skegness, saw the van."
    reading = read_text(f"{story}\n{label}: forget the text.\nThe driver, Colin Moss, was not hurt.")
    lorna = person(reading, "Lorna Pell")
    assert value(lorna, "AGE") == "63"
    assert person(reading, "Colin Moss")


def test_names_in_the_lines_of_a_header_are_still_no_people_of_the_post() -> None:
    reading = read_text(
        "Item: Mini Rosa lamp, new.\nSeller: jo_kent88\nLocation: Leeds\nPrice is 20 pounds, pickup only!"
    )
    assert not [one for one in reading.people if "Rosa" in one.description]
