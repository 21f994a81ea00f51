"""The folder of a language: what nobody reads does not load."""

from typing import Any

import pytest

from gyges.reading import REFERENCE_DATE, read_text
from gyges.reading._cues import Cues
from gyges.reading.languages._gather import gather_in
from gyges.reading.languages.table import _language
from gyges.reading.page._page import Page
from reading.languages.checks import assert_sound


def gather(text: str) -> Cues:
    language = _language.language_to_read(text)
    assert language is not None
    return gather_in(language, Page(text), REFERENCE_DATE).cues


def test_a_section_that_nobody_knows_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_language, "read_toml", lambda _: {"name": "German", "jbos": {}})
    with pytest.raises(ValueError, match="jbos"):
        _language.language_named.__wrapped__("German")


@pytest.mark.parametrize(
    "told",
    [
        {"names": {"particels": ["von"]}},
        {"age": [{"patern": "x"}]},
        {"codes": {"labels": [{"label": "Nr", "kin": "OTHER"}]}},
        {"pronouns": {"femal": ["sie"]}},
        {"residence": [{"pattern": "x", "certainity": 5}]},
    ],
)
def test_a_misspelt_key_does_not_load(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_language, "read_toml", lambda _: {"name": "German", **told})
    with pytest.raises(ValueError, match=r"has no key '\w+' \(de/language.toml\); there are \w+"):
        _language.language_named.__wrapped__("German")


@pytest.mark.parametrize("name", ["German", "Spanish"])
def test_every_language_that_ships_loads(name: str) -> None:
    assert _language.language_named(name) is not None


@pytest.mark.parametrize(
    "text",
    [
        "{} wohnt in Bonn und arbeitet als Lehrerin an der Schule. Sie ist 43 Jahre alt.",
        "Frau {} wohnt in Bonn und arbeitet als Lehrerin an der Schule. Sie ist 43 Jahre alt.",
        "{} vive en Madrid y trabaja de maestra en un colegio. Tiene 43 años y es viuda.",
        "La señora {} vive en Madrid y trabaja de maestra en un colegio. Tiene 43 años y es viuda.",
    ],
)
@pytest.mark.parametrize(
    "mask",
    ["[PERSON]", "[REDACTED]", "[geschwärzt]", "[anonimizado]", "[nombre]", "[VORNAME]", "████", "***", "___", "XXX",
     "XXXX", "A. B.", "A.B.", "M.", "M. K."],
)  # fmt: skip
def test_whoever_stands_behind_a_mask_or_initials_is_read_like_anybody(mask: str, text: str) -> None:
    (person,) = read_text(text.format(mask)).people
    told = {fact.tag: fact.value for fact in person.facts}
    assert (told["AGE"], told["OCCUPATION"]) == ("43", "Teacher")
    assert "LOCATION" in told


def test_lines_to_fill_in_and_lines_that_part_are_nobody() -> None:
    form = "Wir bitten Sie, das Formular auszufüllen und uns zu senden.\n***\nName: ____\nDatum: ___ Ort: ___\n____\n"
    assert not read_text(form).people


def test_abbreviations_are_no_initials() -> None:
    text = "Z. B. wohnt man in Bonn, i. V. und i. A. ist niemand da. P. S. und U. S. A. sind auch nicht gemeint."
    assert not read_text(text).people


@pytest.mark.parametrize("kind", range(13))
def test_private_letters_of_a_text_are_not_taken_for_what_was_found(kind: int) -> None:
    sign = chr(0xE000 + kind) * 4
    text = f"Sie wohnt in {sign} und arbeitet als {sign} bei der {sign}, und das ist nicht mehr wie früher."
    assert all(sign not in fact.value for person in read_text(text).people for fact in person.facts)
    assert_sound(text)


@pytest.mark.parametrize(
    "label", ["Telefonnummer", "Handynummer", "Rufnummer", "Tel.-Nr.", "Mobilnummer", "Telefon", "Rückrufnummer"]
)
def test_the_label_of_a_phone_is_none_of_any_number(label: str) -> None:
    text = f"Frau Weber wohnt in Bonn und ist nicht immer da. {label}: 0228 5551234."
    assert [code.kind for code in gather(text).codes] == ["PHONE_NUMBER"]


@pytest.mark.parametrize(
    ("text", "word", "sex"),
    [
        ("Frau Weber lebt mit ihrem Mann in Bonn und arbeitet dort als Lehrerin.", "Teacher", "Female"),
        ("Herr Weber lebt mit seiner Frau in Bonn und arbeitet dort als Lehrer.", "Teacher", "Male"),
        ("Ana Ruiz vive con su marido en Madrid y trabaja de enfermera en un hospital.", "Nurse", "Female"),
        ("Juan Ruiz vive con su mujer en Madrid y trabaja de enfermero en un hospital.", "Nurse", "Male"),
    ],
)
def test_a_job_goes_to_nobody_of_the_other_sex(text: str, word: str, sex: str) -> None:
    told = [{fact.tag: fact.value for fact in person.facts} for person in read_text(text).people]
    assert len(told) == 2
    assert [one["SEX"] for one in told if one.get("OCCUPATION") == word] == [sex]
