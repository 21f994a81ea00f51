import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading._cues import gather


def _names(text: str) -> list[str]:
    return [span.text for span in gather(text).names]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Yesterday Maria Oliveira called about the boiler.", ["Maria Oliveira"]),
        ("Dear Dr Hallgrimsdottir, thank you.", ["Hallgrimsdottir"]),
        ("The minutes were taken by J. P. Okonkwo.", ["J. P. Okonkwo"]),
        ("BED 4 - OYELARAN, Funmilayo, 61 F", ["Funmilayo Oyelaran"]),
        ("The applicant, Ms T.R., was heard.", ["T.R."]),
        ("Thanks to @night_baker for the tip", ["@night_baker"]),
        ("We met Jan van der Meer at the gate.", ["Jan van der Meer"]),
        ("Then Madam Adwoa came in.", ["Adwoa"]),
        ("My wife Leilani cooks.", ["Leilani"]),
    ],
)
def test_names_are_found(text: str, names: list[str]) -> None:
    assert _names(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "The Night Premium was discussed at length.",
        "CHEST PAIN AND FEVER",
        "On Monday the April figures came in.",
        "I. BACKGROUND",
        "Please bring the Blue Folder.",
    ],
)
def test_capitalised_words_alone_are_no_names(text: str) -> None:
    assert _names(text) == []


def test_a_title_tells_sex_and_stays_outside_the_name() -> None:
    (span,) = gather("Frau Brigitte Kessler rief an.").names
    assert (span.text, span.titles[0].sex) == ("Brigitte Kessler", "Female")


def test_letters_after_a_name_are_credentials() -> None:
    (span,) = gather("Completed by: Tomasz Wilk, RN").names
    assert span.credentials == ("RN",)


def test_a_surname_alone_is_found_once_the_full_name_is_known() -> None:
    assert _names("Marta Szymborska left. Szymborska had the keys.") == ["Marta Szymborska", "Szymborska"]


def test_speakers_are_named_by_their_label() -> None:
    text = "[10:32] Noor: on my way\n[10:33] tea_lover9: ok\n[10:34] Noor: two minutes"
    assert _names(text) == ["Noor", "tea_lover9", "Noor"]


@given(st.text(alphabet=st.sampled_from("AaBb.,-' \n:@()MrDs") | st.characters()))
def test_names_lie_in_the_text_in_order(text: str) -> None:
    at = 0
    for span in gather(text).names:
        assert at <= span.start < span.end <= len(text)
        at = span.end
