"""An invented first name never contradicts what a text says of somebody's sex."""

import pytest

from anonymizers.replacement.scenes import marked
from gyges.anonymizers.replacement import Pseudonyms, Secret
from gyges.anonymizers.replacement.pseudonyms._cultures import cultures
from gyges.records import apply_edits

SECRETS = tuple(Secret(bytes([number])) for number in range(8))


def every(which: str) -> set[str]:
    """Return all names of a pool."""
    return {name for one in cultures().values() for name in one.names(which)}


def first_names(source: str) -> set[str]:
    scene = marked(source)
    made = {apply_edits(scene.text, Pseudonyms(secret).edits(scene)).split()[0].strip(",") for secret in SECRETS}
    return made - {"[PERSON]"}  # a mark tells no sex


@pytest.mark.parametrize(
    "source",
    [
        "{PERSON|Marci} (he) assisted.",  # a woman's name, said to be a man
        "{PERSON|Nino}, school director, signed.",  # a man's name in one country, a woman's in another
        "{PERSON|Pasang} carried him down. She waited.",  # a name that tells nothing
    ],
)
def test_a_name_of_either_sex_stands_where_the_sex_is_not_certain(source: str) -> None:
    assert first_names(source) <= every("either")


def test_who_is_called_after_a_child_does_not_tell_the_sex_of_the_child() -> None:
    drawn = first_names("{PERSON|Joy}, the girl, is in Grade 2; I know {PERSON|Baba Joy} by sight.")
    assert drawn <= every("women") | every("either")


@pytest.mark.parametrize(
    ("source", "pool"),
    [
        ("{PERSON|Filipa}, who teaches, came.", "women"),
        ("{PERSON|Lwazi}, his son, came.", "men"),
        ("{PERSON|Hossam}, landed?", "men"),
    ],
)
def test_a_certain_sex_stays(source: str, pool: str) -> None:
    assert first_names(source) <= every(pool)


def test_a_couple_of_one_surname_keeps_two_sexes() -> None:
    scene = marked("{PERSON|Mrs Hession}, 74, lives there. The {PERSON|late Michael Hession} drove cattle.")
    for secret in SECRETS:
        made = apply_edits(scene.text, Pseudonyms(secret).edits(scene))
        words = made.replace(",", "").split()
        assert words[words.index("late") + 1] in every("men")
        assert words[1] == words[words.index("late") + 2]
