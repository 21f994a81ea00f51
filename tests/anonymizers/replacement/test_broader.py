from pathlib import Path

import pytest

from anonymizers.replacement.scenes import TYPES, marked
from gyges.anonymizers.replacement.broader import broader_edit, broader_words
from gyges.errors import InputError
from gyges.records import apply_edits

LINES = Path(__file__).with_name("broader_sentences.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("source", "expected"), [line.split(" => ") for line in LINES])
def test_broader_words_fit_the_sentence(source: str, expected: str) -> None:
    scene = marked(source)
    edits, floor = [], 0
    for mention in scene.mentions:
        edits.append(broader_edit(scene.text, mention.start, mention.end, mention.type, floor=floor))
        floor = mention.end
    assert apply_edits(scene.text, edits) == expected


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("words", ["", " ", "?", "Zzyzx", "12", "ὕβρις", "a\nb", "٣"])
def test_any_words_have_broader_ones(type_: str, words: str) -> None:
    assert broader_words(words, type_)
    assert broader_words(words, type_) != words or not words.strip()


def test_a_type_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="no entity type 'SHOE'"):
        broader_words("size 43", "SHOE")
