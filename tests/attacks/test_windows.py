from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attacks.answers import fact, people, person, watched
from gyges.attacks import AttackOptions, SubjectsAttack
from gyges.reading import chars_for, split_windows
from gyges.testing import ChatRequest

texts = st.text(alphabet="ab .!?。\n\t“”é漢", max_size=400)


@given(texts, st.integers(1, 60), st.integers(0, 80))
def test_windows_cover_the_text_with_true_offsets_and_keep_to_their_size(text: str, most: int, overlap: int) -> None:
    windows = split_windows(text, most, overlap)
    assert bool(windows) == bool(text.strip())
    for window in windows:
        assert window.text == text[window.start : window.end]
        assert 0 < len(window.text) <= most
    for before, after in pairwise(windows):
        assert before.start < after.start <= before.end < after.end
    if windows:
        assert (windows[0].start, windows[-1].end) == (0, len(text))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Ana met Ben.\nThen left.\n\nLater Cleo came. She sat.", "Ana met Ben.\nThen left.\n\n"),
        ("Ana met Ben there. Then she left him. Cleo came late.", "Ana met Ben there. Then she left him. "),
        (
            "王芳住在成都市里。她丈夫是司机。他们有孩子。" * 3,
            "王芳住在成都市里。她丈夫是司机。他们有孩子。王芳住在成都市里。她丈夫是司机。",
        ),
        ("anaandbenwithoutanyspaceatallinthistextwhichgoeson", "anaandbenwithoutanyspaceatallinthistextw"),
    ],
)
def test_cuts_are_made_at_paragraphs_then_sentences_then_anywhere(text: str, first: str) -> None:
    assert split_windows(text, 40)[0].text == first


def test_a_window_begins_with_a_whole_sentence_of_the_one_before() -> None:
    text = "One is here. Two is here. Three is here. Four is here. Five is here. Six is here."
    first, second = split_windows(text, 60, 15)[:2]
    assert first.text.endswith("Four is here. ")
    assert second.text.startswith("Four is here. ")


def test_scripts_that_need_more_bytes_get_shorter_windows() -> None:
    assert chars_for(100, "hello") > chars_for(100, "привет") > chars_for(100, "你好")
    assert chars_for(100, "") == 100


PARAGRAPHS = (
    "Mr John Smith, born in 1960, lives in Leeds. " + "He complained. " * 20 + "\n\n",
    "The applicant, Mr Smith, is a baker. " + "He went on. " * 24 + "\n\n",
    "His lawyer Ms Ada Roe can be reached at ada@example.org. " + "She wrote. " * 20,
)


def _reader(request: ChatRequest) -> str:
    """A model that reads only what is in its window."""
    text, found = request.prompt, []
    if "John Smith" in text:
        rows = [fact("NAME", "John Smith", 5, ["John Smith"]), fact("LOCATION", "Leeds", 5, ["lives in Leeds"])]
        found.append(person("John Smith", "resident of Leeds", facts=rows))
    elif "Mr Smith" in text:
        rows = [fact("NAME", "Smith", 5, ["Mr Smith"]), fact("OCCUPATION", "Baker", 5, ["is a baker"])]
        found.append(person("Mr Smith", "the applicant", facts=rows))
    if "Ada Roe" in text:
        rows = [fact("NAME", "Ada Roe", 5, ["Ada Roe"]), fact("EMAIL_ADDRESS", "ada@example.org", 5, ["nowhere"])]
        found.append(person("Ms Ada Roe", "lawyer", facts=rows))
    return people(*found)


@pytest.mark.anyio
async def test_a_long_text_is_read_in_windows_and_its_people_meet_again() -> None:
    model, provider = watched(_reader)
    options = AttackOptions(stages=1, window_tokens=100, overlap_tokens=0)
    finding = await SubjectsAttack(model, options).attack("".join(PARAGRAPHS), id="d")
    assert finding.notes["windows"] == len(provider.requests) == 3
    smith, roe = finding.subjects
    assert [f.value for f in smith.facts] == ["John Smith", "Smith", "Leeds", "Baker"]
    assert smith.description == "John Smith - resident of Leeds"
    assert [f.value for f in roe.facts] == ["Ada Roe", "ada@example.org"]
    assert (finding.notes["quotes_dropped"], finding.notes["facts_unsupported"]) == (1, 1)


@pytest.mark.anyio
async def test_no_word_of_a_long_text_is_left_unread() -> None:
    text = " ".join(f"Word{number}." for number in range(800))
    model, provider = watched(lambda _: people())
    finding = await SubjectsAttack(model, AttackOptions(stages=1, window_tokens=100)).attack(text, id="d")
    asked = " ".join(request.messages[1].content for request in provider.requests)
    assert all(f"Word{number}." in asked for number in range(800))
    assert finding.notes["windows"] == len(provider.requests) > 10
