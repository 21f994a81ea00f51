"""Tables of genres: what loads, how a score is counted, and what roles, phrases and settings tell."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading import Page
from gyges.reading._cues import gather
from gyges.reading.genres import GENRES, Genre, _look, _table, _tell
from gyges.reading.genres._look import looks
from gyges.reading.genres._table import GenrePhrase, GenreRole, GenreTable, Look, Sign, Staff, any_of, load_genre
from gyges.reading.genres._tell import tell
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._forms import fill_in
from gyges.reading.people._named import name_people
from gyges.reading.people._owners import Owners
from gyges.reading.people._voices import hear


class Tables:
    """Lets a test write the table of a genre of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def write(self, **parts: object) -> None:
        table = replace(GenreTable("invented", Look()), **parts)  # type: ignore[arg-type]
        for module in (_look, _tell):
            self._monkeypatch.setattr(module, "load_genre", lambda name: table)
        _tell._role_pattern.cache_clear()


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    yield Tables(monkeypatch)
    _tell._role_pattern.cache_clear()


def read(text: str) -> Owners:
    draft, cues = Draft(text), gather(text)
    spots = name_people(draft, cues)
    forms = fill_in(draft, cues, spots)
    owners = Owners(draft, cues, spots, hear(draft, cues, spots), forms)
    tell("invented", owners)
    return owners


def called(owners: Owners, name: str) -> PersonDraft:
    return next(person for person in owners.draft.people if any(name in one for one in person.names))


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_every_genre_has_a_table_whose_patterns_compile(genre: Genre) -> None:
    table = load_genre(genre.name)
    assert table.name == genre.name
    for pattern in [*(sign.pattern for sign in table.look.signs), *(phrase.pattern for phrase in table.phrases)]:
        re.compile(pattern)


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_every_word_for_a_tag_in_a_table_is_known(genre: Genre) -> None:
    table = load_genre(genre.name)
    tells = (
        [row.tells for row in table.roles] + [row.tells for row in table.phrases] + [row.tells for row in table.staff]
    )
    used = {key for row in tells for key in row}
    used |= {key for row in table.phrases for key in (*row.claims, *re.compile(row.pattern).groupindex)}
    assert used | set(table.values) <= {*_table.TAGS, "who", "span"}


def test_a_key_that_nobody_knows_does_not_load() -> None:
    with pytest.raises(TypeError, match="wrods"):
        GenreRole(wrods=["nurse"])  # type: ignore[call-arg]


def test_a_switch_that_nobody_knows_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_table, "load_table", lambda _: {"knwon": True})
    with pytest.raises(ValueError, match="knwon"):
        load_genre.__wrapped__("invented")


def test_a_sign_counts_in_a_known_way_and_a_role_is_a_whole_word() -> None:
    with pytest.raises(ValueError, match="kindz"):
        Sign(words=["ward"], count="kindz")
    with pytest.raises(ValueError, match=r"nurs\*"):
        GenreRole(["nurs*"])


def test_a_sign_is_worth_no_more_than_its_most(tables: Tables) -> None:
    tables.write(look=Look(signs=(Sign(words=["ward"], each=0.2, most=0.3),)))
    assert looks("invented", "ward") == 0.2
    assert looks("invented", "ward ward ward") == 0.3


def test_kinds_count_a_word_once_and_too_few_kinds_are_no_genre(tables: Tables) -> None:
    tables.write(look=Look(signs=(Sign(words=["ward", "bed"], each=0.2, count="kinds", least=2),)))
    assert looks("invented", "ward ward ward") == 0.0
    assert looks("invented", "ward bed ward") == 0.4


def test_a_sign_may_speak_against_a_genre(tables: Tables) -> None:
    tables.write(look=Look(signs=(Sign(words=["ward"], each=0.6), Sign(words=["dog*"], each=-0.5, most=0.5))))
    assert looks("invented", "ward of dogs, dogs, dogs") == 0.1


def test_nothing_beyond_the_head_is_looked_at(tables: Tables) -> None:
    tables.write(look=Look(signs=(Sign(words=["ward"], each=0.6),), read=10))
    assert looks("invented", " " * 20 + "ward") == 0.0


@given(st.text(max_size=200))
def test_a_score_lies_between_none_and_all(text: str) -> None:
    for genre in GENRES:
        assert 0.0 <= genre.looks_like(Page(text)) <= 1.0


@given(st.lists(st.from_regex(r"[a-z]{1,6}( [a-z]{1,6})?\*?", fullmatch=True), min_size=1))
def test_every_phrase_of_a_list_is_found_by_its_pattern(words: list[str]) -> None:
    pattern = re.compile(any_of(words))
    assert all(pattern.match(word.removesuffix("*")) for word in words)


@pytest.mark.parametrize(
    "text",
    [
        "Charge nurse: Ana Reis",
        "Our charge nurse Ana Reis came.",
        "We saw Ana Reis, the charge nurse.",
        "Ana Reis\nCharge nurse",
    ],
)
def test_a_role_is_given_to_the_name_beside_it(tables: Tables, text: str) -> None:
    tables.write(roles=(GenreRole(["charge nurse"], tells={"job": "Nurse", "rank": "*"}, sure=5),))
    ana = called(read(text), "Ana Reis")
    assert (ana.knows("OCCUPATION"), (ana.knows("POSITION") or "").lower()) == ("Nurse", "charge nurse")


@pytest.mark.parametrize("text", ["Appellant: Ana Reis", "ANA REIS ........ APPELLANT"])
def test_a_role_may_be_called_by_its_words_as_a_label_and_in_a_caption(tables: Tables, text: str) -> None:
    tables.write(roles=(GenreRole(["appellant"], role="*", before=False),))
    assert called(read(text), "Ana").roles == ["appellant"]


def test_meeting_people_comes_after_the_roles_and_before_the_phrases(tables: Tables) -> None:
    phrase = GenrePhrase("pensioner", "pension", tells={"job": "Retired"}, whose="near", gap=True)
    tables.write(roles=(GenreRole(["nurse"], role="*"),), phrases=(phrase,))
    text = "Nurse: Ana Reis, a pensioner"
    draft, cues = Draft(text), gather(text)
    spots = name_people(draft, cues)
    owners = Owners(draft, cues, spots, hear(draft, cues, spots), fill_in(draft, cues, spots))
    ana = called(owners, "Ana")
    seen: list[list[str]] = []

    def meet() -> None:
        seen.append(list(ana.roles))
        ana.learn("OCCUPATION", "Nurse", 4, 0, 5, "test")

    tell("invented", owners, meet)
    assert seen == [["nurse"]]
    assert [fact.value for fact in ana.facts if fact.tag == "OCCUPATION"] == ["Nurse"]


def test_a_role_is_given_to_nobody_who_stands_elsewhere(tables: Tables) -> None:
    tables.write(roles=(GenreRole(["head porter"], tells={"org": "Porters"}),))
    assert called(read("The head porter was late. Ana Reis waited."), "Ana").knows("AFFILIATION") is None


def test_a_phrase_gives_its_groups_to_the_one_it_names(tables: Tables) -> None:
    phrase = GenrePhrase(r"(?P<who>[a-z]+ [a-z]+) / (?P<age>\d+)(?P<sex>[mf])\b", "line", whose="who")
    tables.write(phrases=(phrase,), values={"sex": {"f": "Female"}})
    ana = called(read("Ana Reis / 41F"), "Ana")
    assert (ana.knows("AGE"), ana.knows("SEX")) == ("41", "Female")


def test_a_phrase_claims_what_others_were_given(tables: Tables) -> None:
    tables.write(phrases=(GenrePhrase(r"referring this [a-z ]+", "this one", claims=["job"]),))
    text = "Patient: Ana Reis\n\nDear Rui Dias,\nThank you for referring this man."
    draft, cues = Draft(text), gather(text)
    spots = name_people(draft, cues)
    owners = Owners(draft, cues, spots, hear(draft, cues, spots), fill_in(draft, cues, spots))
    at = text.index("man")
    called(owners, "Rui").learn("OCCUPATION", "Retired", 5, at, at + 3, "test")
    tell("invented", owners)
    assert called(owners, "Ana").knows("OCCUPATION") == "Retired"
    assert called(owners, "Rui").knows("OCCUPATION") is None


def test_a_phrase_may_add_somebody_by_their_part(tables: Tables) -> None:
    tables.write(phrases=(GenrePhrase("live female infant", "born", tells={"age": "0"}, whose="role:newborn"),))
    baby = read("Patient: Ana Reis\nLive female infant.").draft.with_role("newborn")
    assert baby is not None
    assert baby.knows("AGE") == "0"


def test_whoever_signs_works_at_what_the_head_says(tables: Tables) -> None:
    tables.write(staff=(Staff(["dental"], {"job": "Dentist"}),))
    owners = read("Dental notes\n\nPatient: Ana Reis\nSeen today.\n\nRui Dias")
    assert called(owners, "Rui").knows("OCCUPATION") == "Dentist"
    assert called(owners, "Ana").knows("OCCUPATION") is None


def test_words_of_a_genre_are_nobody_and_their_codes_go_to_whom_the_form_is_about(tables: Tables) -> None:
    text = "Patient: Ana Reis\nAlma Vieira 55501928374"
    tables.write(no_names=frozenset({"alma", "vieira"}))
    draft, cues = Draft(text), gather(text)
    spots = name_people(draft, cues)
    owners = Owners(draft, cues, spots, hear(draft, cues, spots), fill_in(draft, cues, spots))
    at = text.index("555")
    called(owners, "Alma").learn("IDENTIFICATION_NUMBER", "55501928374", 4, at, at + 11, "test")
    tell("invented", owners)
    assert [person.name for person in draft.people] == ["Ana Reis"]
    assert draft.people[0].knows("IDENTIFICATION_NUMBER") == "55501928374"
