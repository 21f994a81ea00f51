import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.sealing import PLAIN, AtRestKey, SealedCodec

CODEC = SealedCodec(AtRestKey(b"k" * 32), "journal")
OTHER_STORE = SealedCodec(AtRestKey(b"k" * 32), "replies")
KEYS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=64)
VALUES = st.text(max_size=200).map(json.dumps)


@given(KEYS, VALUES)
def test_keys_and_values_come_back_and_what_is_written_is_one_line_of_json(key: str, value: str) -> None:
    name = CODEC.name(key)
    written = CODEC.shut(value, name)
    assert CODEC.key(name) == key
    assert CODEC.open(written, name) == CODEC.open(written.encode("ascii") + b"\n", name) == value.encode("ascii")
    assert isinstance(json.loads(written), str)
    assert name.isascii()
    assert name.isprintable()
    assert " " not in name


@given(KEYS, KEYS, VALUES)
def test_a_key_has_one_name_and_a_value_never_looks_the_same_twice(key: str, other: str, value: str) -> None:
    assert (CODEC.name(key) == CODEC.name(other)) == (key == other)
    assert CODEC.shut(value, "n") != CODEC.shut(value, "n")


@given(KEYS, VALUES)
def test_stores_do_not_open_what_is_of_others(key: str, value: str) -> None:
    name = CODEC.name(key)
    assert OTHER_STORE.name(key) != name
    with pytest.raises(ValueError, match="another key"):
        OTHER_STORE.key(name)
    with pytest.raises(ValueError, match="does not hold"):
        OTHER_STORE.open(CODEC.shut(value, name), name)
    with pytest.raises(ValueError, match="does not hold"):
        CODEC.open(CODEC.shut(value, name), "n")


@given(st.text(max_size=80) | st.binary(max_size=80))
def test_what_was_never_sealed_is_refused_and_never_taken_for_a_value(anything: str | bytes) -> None:
    with pytest.raises(ValueError):
        CODEC.open(anything, "n")


@given(KEYS, VALUES)
def test_without_a_key_everything_is_written_as_it_is(key: str, value: str) -> None:
    assert (PLAIN.name(key), PLAIN.key(key), PLAIN.shut(value, key), PLAIN.open(value, key)) == (key, key, value, value)
