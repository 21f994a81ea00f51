import re
from typing import Literal

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers import Tools, open_anonymizer, release_of
from gyges.anonymizers._mask import Mask, MaskOptions
from gyges.anonymizers.replacement import STYLES
from gyges.errors import ConfigError, UnknownNameError
from gyges.models import ModelPool, ReplyCache
from gyges.reading import find_spans
from gyges.records import Document, Release, apply_edits, edits_from_json

TEXT = """Dear Ms Reis,

Ana Reis (ana.reis@firm.pt), a nurse aged 43, lives in Porto with Paulo Reis. On 4 November 2024 she joined
St Enda's University Hospital in Galway. Ms Reis, passport no. X1234567, met Dr. Tormod Hegglund.
"""
PARTS = (
    "Ana Reis", "Ms Reis", "Paulo Reis", "Tormod Hegglund", "ana.reis@firm.pt", "passport no. X1234567",
    "lives in Porto", "on 4 November 2024", "a nurse", "aged 43", "said", "and", ".\n", "She",
    "St Enda's University Hospital", "+351 912 345 678", "😀", "\t", "é",
)  # fmt: skip
texts = st.lists(st.sampled_from(PARTS), max_size=16).map(" ".join) | st.text(max_size=80)


def _released(options: MaskOptions, text: str = TEXT, key: bytes | None = None) -> Release:
    return anyio.run(Mask(options, key).anonymize, Document("a", text))


def _tools(key: bytes | None = None) -> Tools:
    return Tools(ModelPool(cache=ReplyCache()), key=key)


def test_what_the_reader_finds_becomes_its_type() -> None:
    release = _released(MaskOptions())
    assert release.method == "mask"
    assert "[PERSON] ([CODE]), a [" in release.text
    assert "lives in [LOC] with [NAME]. On [DATETIME] she joined\n[NAME] in [NAME]." in release.text
    assert release.trace["style"] == "type"


def test_what_is_of_no_certain_kind_becomes_a_mark_that_claims_only_what_is_seen() -> None:
    release = _released(MaskOptions(), "We looked at Merapi with Ana Reis.")
    assert release.text == "We looked at [NAME] with [PERSON]."
    assert find_spans(release.text) == ()


@given(texts, st.sampled_from(STYLES))
def test_any_text_is_masked_by_its_edits(text: str, style: str) -> None:
    release = anyio.run(_MASKS[style].anonymize, Document("a", text))
    assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text


@given(texts, st.sampled_from(STYLES))
def test_no_direct_identifier_that_was_found_stands_elsewhere_in_the_release(text: str, style: str) -> None:
    release = anyio.run(release_of, _MASKS[style], Document("a", text))
    for edit in edits_from_json(release.trace["edits"]):
        words = text[edit.start : edit.end]
        if edit.direct and sum(sign.isalnum() for sign in words) >= 3 and words in PARTS:
            assert not re.search(rf"(?<!\w){re.escape(words)}(?!\w)", release.text)


_MASKS: dict[str, Mask] = {
    style: Mask(MaskOptions(style=style, any_language=True), b"key" if style == "pseudonyms" else None)
    for style in STYLES
}


def test_only_direct_identifiers_are_masked_if_that_is_asked_for() -> None:
    text = _released(MaskOptions(only="direct")).text
    assert "Porto" in text
    assert "Hegglund" not in text


def test_only_the_types_asked_for_are_masked() -> None:
    text = _released(MaskOptions(types="loc, DATETIME")).text
    assert "[LOC]" in text
    assert "[DATETIME]" in text
    assert "Ana Reis" in text
    with pytest.raises(UnknownNameError, match="SHOE"):
        Mask(MaskOptions(types="SHOE"))


def test_pseudonyms_depend_on_the_key_and_the_trace_says_which_kind_it_was() -> None:
    options = MaskOptions(style="pseudonyms")
    one, two, other = (_released(options, key=key) for key in (b"one", b"one", b"two"))
    assert one.text == two.text != other.text
    assert one.trace["key"] == "given"
    random = _released(options)
    assert random.trace["key"] == "random"
    assert random.text != _released(options).text


def test_settings_tell_keys_apart_without_telling_the_key() -> None:
    options = MaskOptions(style="pseudonyms")
    first, second = Mask(options, b"correct horse"), Mask(options, b"battery staple")
    assert first.settings != second.settings
    assert first.settings == Mask(options, b"correct horse").settings
    assert "correct horse" not in str(first.settings)
    assert Mask(options).settings["key"] == "random"
    assert "key" not in Mask(MaskOptions(), b"unused").settings


_ENGLISH_PART = (
    "Dear team, I forward the message of our client below. Please tell her sister Niamh that the form is missing. "
    "Hope was there and Rose too. They did not call back."
)
_GERMAN_PART = (
    "Hallo Rose, gestern war Hope bei uns, und die Niamh hat lange telefoniert. Das ist nicht schön, aber wir haben "
    "noch vor der Nacht gegossen. Es geht ihr nicht gut. Grüße von Niamh"
)


@pytest.mark.parametrize("parts", [(_ENGLISH_PART, _GERMAN_PART), (_GERMAN_PART, _ENGLISH_PART)])
@pytest.mark.parametrize("longer", [_ENGLISH_PART, _GERMAN_PART])
@pytest.mark.parametrize("style", ["type", "labels", "pseudonyms"])
def test_a_name_hidden_in_an_english_paragraph_is_hidden_in_a_german_one(
    parts: tuple[str, str], longer: str, style: Literal["type", "labels", "pseudonyms"]
) -> None:
    text = "\n\n".join([part for part in parts for _ in range(2 if part == longer else 1)])
    released = _released(MaskOptions(style, any_language=True), text).text
    assert "Hallo Rose" not in released


def test_a_reversible_release_needs_a_key() -> None:
    with pytest.raises(ConfigError, match="needs a key"):
        open_anonymizer("mask", _tools(), {"reversible": True})


def test_the_style_may_stand_after_the_colon_or_among_the_options_but_not_differ() -> None:
    assert open_anonymizer("mask:stars", _tools()).name == "mask:stars"
    assert open_anonymizer("mask", _tools(), {"style": "labels"}).name == "mask:labels"
    with pytest.raises(UnknownNameError, match="no style 'black'"):
        open_anonymizer("mask:black", _tools())
    with pytest.raises(ConfigError, match="both asked for"):
        open_anonymizer("mask:stars", _tools(), {"style": "labels"})
    with pytest.raises(ConfigError, match="style"):
        open_anonymizer("mask", _tools(), {"style": "black"})
