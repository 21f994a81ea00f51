import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonymizers.replacement.scenes import marked, scenes, sentences
from gyges.anonymizers.replacement import STYLES, Secret, SpansToReplace, open_style
from gyges.records import apply_edits

SECRET = Secret(b"a key")


def _made(style: str, source: str) -> str:
    scene = marked(source)
    return apply_edits(scene.text, open_style(style, SECRET).edits(scene))


@pytest.mark.parametrize("style", STYLES)
@given(scene=scenes() | sentences())
def test_edits_of_every_style_cover_spans_and_leave_the_rest(style: str, scene: SpansToReplace) -> None:
    edits = open_style(style, SECRET).edits(scene)
    apply_edits(scene.text, edits)
    careful = style in {"pseudonyms", "general"}  # they leave what they did not understand
    assert careful or len(edits) == len(scene.mentions)
    spans = {mention.end: mention for mention in scene.mentions}
    for edit in edits:
        if edit.end not in spans:  # a year or a people that no span holds, a bracket, two spans that are one
            assert careful
            continue
        mention = spans[edit.end]
        assert careful or (edit.type, edit.direct, edit.person) == (mention.type, mention.direct, mention.person or "")
        assert careful or edit.start <= mention.start


def test_one_person_has_one_label_by_the_chain_of_the_reader() -> None:
    source = (
        "{PERSON/p|Ana Reis} met {PERSON/q|Bea}. {PERSON/p|The boss} paid {PERSON/q|her} in {LOC|Porto}, {LOC|PORTO}."
    )
    assert _made("labels", source) == "[PERSON 1] met [PERSON 2]. [PERSON 1] paid [PERSON 2] in [LOC 1], [LOC 1]."


def test_without_chains_parts_of_a_name_join_the_full_name() -> None:
    source = (
        "Ms {PERSON|Reis}, {PERSON|Ana Reis}, {PERSON|REIS, Ana}, {PERSON|A. Reis}, {PERSON|Ana}; {PERSON|Bea Lund}"
    )
    expected = "Ms [PERSON 1], [PERSON 1], [PERSON 1], [PERSON 1], [PERSON 1]; [PERSON 2]"
    assert _made("labels", source) == expected


def test_a_surname_of_two_people_follows_the_title() -> None:
    source = "{PERSON|Ana Reis} and {PERSON|Paulo Reis}. Mr {PERSON|Reis} left, Ms {PERSON|Reis} stayed."
    assert _made("labels", source) == "[PERSON 1] and [PERSON 2]. Mr [PERSON 2] left, Ms [PERSON 1] stayed."


def test_people_stay_apart_in_general_words_and_lose_what_tells_their_sex() -> None:
    source = "Ms {PERSON|Reis} met Dr {PERSON|Bea Lund}. {PERSON|Reis} left."
    assert _made("general", source) == "Person A met Dr Person B. Person A left."


def test_the_twenty_seventh_person_has_a_name_of_its_own() -> None:
    source = " ".join(f"{{PERSON/p{number}|X{number}}}" for number in range(30))
    made = re.findall(r"Person \w+", _made("general", source))
    assert len(set(made)) == 30


@given(scene=sentences(), style=st.sampled_from(("labels", "general", "pseudonyms")))
def test_the_same_words_of_a_person_are_replaced_by_the_same_words(scene: SpansToReplace, style: str) -> None:
    made: dict[str, str] = {}
    names = {mention.end: scene.words(mention) for mention in scene.mentions if mention.type == "PERSON"}
    for edit in open_style(style, SECRET).edits(scene):
        if edit.end in names:
            assert made.setdefault(names[edit.end], edit.text) == edit.text
