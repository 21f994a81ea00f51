"""What the rules see in a text for the finder, and placeholders, which neither sees anything in."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.reading import ReadMention, read_text
from gyges.reading.finder import find_spans
from gyges.reading.finder._mentions import _MASKED, as_page, find_mentions
from gyges.reading.masks._find import find_masks
from gyges.records import Release, taxonomy
from gyges.scoring import residual_identifiers
from reading.finders import TEXTS, properties

test_offsets_hold_in_any_text = properties(find_mentions)
TYPES = {tag.name for tag in taxonomy("tab").tags}


def hidden(text: str) -> dict[str, ReadMention]:
    return {text[mention.start : mention.end]: mention for mention in find_mentions(text)}


@pytest.mark.parametrize(
    "mask",
    ["[PERSON]", "[PERSON_1]", "<NAME>", "{NAME}", "***", "*****", "[redacted]", "[REDACTED]", "████", "XXXX",
     "[US_SSN]", "<PHONE_NUMBER>", "[Person A]", "[LOCATION-2]", "[name withheld]", "[Patient Name]", "[LAUGHTER]",
     "[redacted for privacy]", "[CREDIT CARD]", "{FIRSTNAME}", "[Hospital 1]"],
)  # fmt: skip
def test_what_is_masked_already_and_remarks_are_left_alone(mask: str) -> None:
    assert find_spans(f"Then {mask} went to see {mask} about the roof.") == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[BAKER]: I am a nurse in Leeds.\n[HOLLIS]: And I work as a plumber.", ["Baker", "Hollis"]),
        ("[HAGEDORN]: Ich bin Lehrerin in Bremen.\n[TIEDEMANN]: Und ich bin Klempner.", ["Hagedorn", "Tiedemann"]),
    ],
)
def test_speakers_in_brackets_are_people(text: str, names: list[str]) -> None:
    people = " ".join(person.description for person in read_text(text).people).casefold()
    assert all(name.casefold() in people for name in names)


def test_what_stands_beside_a_placeholder_is_still_found() -> None:
    text = "[PERSON] moved to Tromsø on 3 May 2019."
    assert set(hidden(text)) == {"Tromsø", "3 May 2019"}


def test_two_people_of_one_family_name_have_two_chains() -> None:
    text = "Maria Kowalczyk met Tomasz Kowalczyk."
    maria, tomasz = (m.person for m in find_mentions(text) if m.type == "PERSON")
    assert maria != tomasz


def test_line_ends_do_not_matter() -> None:
    lines = ["Patient: Okafor, Chidi", "DOB: 3/11/1971", "Seen by Dr Whittle at Membury on Friday."]
    plain, windows = "\n".join(lines), "\r\n".join(lines)
    assert list(hidden(plain)) == list(hidden(windows))


@settings(deadline=None, max_examples=60)
@given(TEXTS)
def test_types_are_those_of_the_taxonomy_and_only_people_have_chains(text: str) -> None:
    for mention in find_mentions(text):
        assert mention.type in TYPES
        assert any(map(str.isalnum, text[mention.start : mention.end]))
        assert mention.person is None or mention.type in {"PERSON", "CODE"}
        assert (mention.person is not None) or mention.type != "PERSON"


@settings(deadline=None, max_examples=30)
@given(TEXTS, st.sampled_from(["[PERSON]", "***", "<NAME_2>"]))
def test_placeholders_are_never_part_of_a_mention(text: str, mask: str) -> None:
    whole = f"{text} {mask} {text}"
    start = len(text) + 1
    for mention in find_mentions(whole):
        assert mention.end <= start or mention.start >= start + len(mask)


MASKS = st.sampled_from(
    ["[NAME]", "[NAME]]", "{NAME}}", "████", " ", "<PERSON_1>>", "Person A", "[Person A]", "***", "Ana "]
)


@given(st.lists(MASKS, max_size=6).map("".join))
def test_whatever_either_way_of_seeing_a_placeholder_covers_is_hidden(text: str) -> None:
    page = as_page(text)
    assert len(page.text) == len(text)
    end = 0
    for start, stop in page.hidden:
        assert end <= start < stop
        assert set(page.text[start:stop]) == {"·"}
        end = stop
    seen = [*((mask.start, mask.end) for mask in find_masks(text)), *(m.span() for m in _MASKED.finditer(text))]
    assert all(set(page.text[start:stop]) == {"·"} for start, stop in seen)


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("PLZ/Ort: 72070 Tübingen", "72070 Tübingen"),
        ("PLZ, Wohnort: 79098 Freiburg im Breisgau", "79098 Freiburg im Breisgau"),
        ("Straße: Am Markt 3", "Am Markt 3"),
        ("Straße/Nr.: An der Linde 14 b", "An der Linde 14 b"),
        ("Street: Zur Mühle 5, 72070 Tübingen", "Zur Mühle 5, 72070 Tübingen"),
        ("Anschrift: Birkenweg 7", "Birkenweg 7"),
    ],
)
def test_a_german_address_line_in_an_english_form_is_a_direct_identifier(line: str, address: str) -> None:
    text = f"Patient intake form\nName: Tunde Oyelaran\n{line}\nNotes: The patient is the only organ builder in town."
    left = residual_identifiers(text, Release("a", text, "none"))
    assert any(one.words == address for one in left)
