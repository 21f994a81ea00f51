"""Nothing that is drawn can be undone by trying a few likely draws, or by what several releases never show.

Keys are random here. The bounds are at least seven standard deviations wide, so that chance does not fail a test.
"""

from collections import Counter
from collections.abc import Callable

import pytest

from anonymizers.replacement.scenes import marked
from gyges.anonymizers.replacement import Pseudonyms, Secret
from gyges.reading.lookups import fold

RELEASES = 3000


def _releases(source: str, times: int = RELEASES, which: int = 0) -> list[str]:
    return [Pseudonyms(Secret()).edits(marked(source))[which].text for _ in range(times)]


@pytest.mark.parametrize("code", ["X1234567", "AB-4711-9", "K52/137788"])
def test_every_place_of_a_code_gets_every_sign_as_often_the_real_one_too(code: str) -> None:
    made = _releases(f"{{CODE|{code}}}")
    assert code not in made
    for place, sign in enumerate(code):
        if not sign.isalnum():
            assert {words[place] for words in made} == {sign}
            continue
        leads = sign.isdecimal() and (place == 0 or not code[place - 1].isalnum())
        signs = 26 if sign.isalpha() else 9 if leads else 10
        seen = Counter(words[place] for words in made)
        assert len(seen) == signs
        assert sign in seen
        assert all(RELEASES / signs / 3 < count < RELEASES / signs * 2 for count in seen.values())


def _first(words: str) -> str:
    return fold(words.split()[0][0])


def _last(words: str) -> str:
    return fold(words.split()[-1][0])


@pytest.mark.parametrize(("initial", "real"), [(_first, "a"), (_last, "r")])
def test_a_name_may_begin_with_the_letter_of_the_real_one(initial: Callable[[str], str], real: str) -> None:
    seen = Counter(map(initial, _releases("{PERSON|Ana Reis}")))
    other = Counter(map(initial, _releases("{PERSON|Eva Costa}")))  # from the same names
    assert seen[real]
    assert seen[real] > other[real] / 2


def test_the_letter_of_a_middle_name_may_come_back_and_none_is_likelier() -> None:
    seen = Counter(words.split()[1][0] for words in _releases("{PERSON|Ana M. Reis}"))
    assert len(seen) == 26
    assert all(RELEASES / 26 / 3 < count < RELEASES / 13 for count in seen.values())


def test_a_postcode_is_never_itself_though_its_places_may_be() -> None:
    made = _releases("{LOC|4050-313 Porto}, {LOC|Portugal}")
    assert not any("4050-313" in words for words in made)
