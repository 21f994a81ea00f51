from itertools import pairwise

from hypothesis import given

from anonymizers.replacement.scenes import marked, scenes, sentences
from gyges.anonymizers.replacement import SpansToReplace, with_echoes, with_titles


def _echoed(source: str) -> list[str]:
    scene = marked(source)
    return [scene.words(mention) for mention in with_echoes(scene.text, scene.mentions)]


def test_a_name_the_reader_missed_elsewhere_is_found_there_too() -> None:
    assert _echoed("{PERSON|Ana Reis} wrote. #Ana Reis#") == ["Ana Reis", "Ana Reis"]


def test_an_echo_belongs_to_the_same_person() -> None:
    scene = marked("{PERSON/p|Hegglund} and Hegglund.")
    assert [mention.person for mention in with_echoes(scene.text, scene.mentions)] == ["p", "p"]


def test_parts_of_longer_words_ordinary_words_and_small_letters_are_no_echoes() -> None:
    assert _echoed("{PERSON|Will} will. {PERSON|Reis} eats Reiskorn. {PERSON|ana} and ana.") == ["Will", "Reis", "ana"]


def test_what_does_not_identify_by_itself_has_no_echoes() -> None:
    assert _echoed("{LOC|Porto} and Porto") == ["Porto"]


@given(scene=scenes() | sentences())
def test_echoes_keep_every_span_and_never_overlap(scene: SpansToReplace) -> None:
    found = with_echoes(scene.text, scene.mentions)
    assert set(scene.mentions) <= set(found)
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_a_title_on_its_own_joins_the_name_after_it() -> None:
    scene = marked("{PERSON/x|Dr}. {PERSON/p|Tormod Hegglund} and {PERSON/p|Hegglund} {PERSON/q|Reis}")
    joined = with_titles(scene.text, scene.mentions)
    assert [(scene.words(mention), mention.person) for mention in joined] == [
        ("Dr. Tormod Hegglund", "p"),
        ("Hegglund", "p"),
        ("Reis", "q"),
    ]
