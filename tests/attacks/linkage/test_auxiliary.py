import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks.linkage import Auxiliary, Claim, Draw, draw_auxiliary, match_known, read_auxiliary
from gyges.errors import BadRowError, ConfigError, DuplicateIdError, InputError

draws = st.sampled_from(["random", "first", "last"])


def _claims(count: int) -> list[Claim]:
    return [Claim(f"claim {number}", number, number + 1) for number in range(count)]


@given(id=st.text(), count=st.integers(0, 40), how=draws, k=st.integers(1, 5), seed=st.integers())
def test_as_many_claims_as_asked_for_are_known_or_all_and_then_it_says_so(
    id: str, count: int, how: Draw, k: int, seed: int
) -> None:
    known = draw_auxiliary(id, _claims(count), how=how, k=k, seed=seed)
    assert len(set(known.known)) == len(known.texts) == min(k, count)
    assert list(known.known) == sorted(known.known)
    assert known.texts == tuple(f"claim {number}" for number in known.known)
    assert known.short == (count < k)
    assert known == draw_auxiliary(id, _claims(count), how=how, k=k, seed=seed)


def test_first_and_last_are_the_ends() -> None:
    assert draw_auxiliary("a", _claims(9), how="first", k=2).known == (0, 1)
    assert draw_auxiliary("a", _claims(9), how="last", k=2).known == (7, 8)


def test_a_draw_is_fixed_for_good_and_differs_by_id_and_seed() -> None:
    draw = [draw_auxiliary(id, _claims(30), seed=seed).known for id, seed in (("a", 0), ("b", 0), ("a", 1))]
    assert draw[0] == (3, 20, 24)
    assert len(set(draw)) == 3


@pytest.mark.parametrize("k", [0, 6, -1])
def test_a_number_of_claims_that_makes_no_sense_is_refused(k: int) -> None:
    with pytest.raises(ConfigError, match="1 to 5"):
        draw_auxiliary("a", _claims(3), k=k)


def test_a_file_gives_what_is_known_by_id(tmp_path: Path) -> None:
    file = tmp_path / "known.jsonl"
    rows = [{"id": "a", "claims": [" She bakes. ", ""]}, {"id": 7, "claims": ["x", "y"]}]
    file.write_text("\n\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert read_auxiliary(file) == {"a": Auxiliary("a", (), ("She bakes.",)), "7": Auxiliary("7", (), ("x", "y"))}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "no JSON"),
        ("[]", "no id"),
        ('{"id": true, "claims": ["x"]}', "no id"),
        ('{"id": "a"}', "no list"),
        ('{"id": "a", "claims": "x"}', "no list"),
        ('{"id": "a", "claims": [1]}', "no list"),
        ('{"id": "a", "claims": [" "]}', "no claim about 'a'"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "known.jsonl"
    file.write_text('{"id": "z", "claims": ["fine"]}\n' + line, encoding="utf-8")
    with pytest.raises(BadRowError, match=problem) as caught:
        read_auxiliary(file)
    assert f"{file}:2" in str(caught.value)


def test_an_id_given_twice_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "known.jsonl"
    file.write_text('{"id": "a", "claims": ["x"]}\n' * 2, encoding="utf-8")
    with pytest.raises(DuplicateIdError, match="'a' again"):
        read_auxiliary(file)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_auxiliary(tmp_path / "nowhere.jsonl")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read"):
        read_auxiliary(binary)


def test_given_knowledge_covers_the_claim_that_shares_its_rarest_words() -> None:
    claims = [
        Claim("Ana Gil lives in Lyon", 0, 1),
        Claim("Ana Gil bakes bread", 1, 2),
        Claim("Ana Gil keeps bees", 2, 3),
    ]
    given = Auxiliary("a", (), ("Somebody keeping bees near a lake, says Ana", "baking", "baked in Kiel", "nothing"))
    assert match_known(given, claims).known == (1, 2)
    assert match_known(given, claims).texts == given.texts
    assert match_known(given, []).known == ()


def test_drawn_knowledge_keeps_its_claims() -> None:
    drawn = draw_auxiliary("a", _claims(9))
    assert match_known(drawn, _claims(9)) is drawn
