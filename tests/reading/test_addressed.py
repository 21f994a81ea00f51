"""Whose name stands in a mail address."""

import re

from hypothesis import given
from hypothesis import strategies as st

from gyges.reading import read_text
from gyges.reading.facts._codes import NamesInAddresses
from gyges.reading.lexicon._fold import fold
from gyges.reading.people._draft import PersonDraft

_WORDS = ["Ana", "Anabel", "Reis", "Ng", "de", "Li", "Zoë", "e\u0301a", "Þór", "Bel", "anab"]
_NAMES = st.lists(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=3).map(" ".join), max_size=3)
_ADDRESSES = st.lists(st.sampled_from([*_WORDS, "x", "."]), max_size=5).map(lambda words: f"{''.join(words)}@a.org")


def _people(names: list[list[str]]) -> list[PersonDraft]:
    return [PersonDraft(names=list(some)) for some in names]


def _compared_with_everybody(people: list[PersonDraft], address: str) -> PersonDraft | None:
    squeezed = fold(re.sub(r"[._-]", " ", address.split("@")[0])).replace(" ", "")
    best: tuple[int, PersonDraft] | None = None
    for person, name in [(one, name) for one in people for name in one.names]:
        words = [fold(word) for word in re.split(r"[\s\-_.]+", name) if len(word) > 2]
        score = sum(len(word) for word in words if word in squeezed)
        if score >= 3 and (best is None or score > best[0]):
            best = (score, person)
    return best[1] if best else None


@given(st.lists(_NAMES, max_size=5), _ADDRESSES)
def test_the_one_is_found_who_is_found_by_comparing_with_everybody(names: list[list[str]], address: str) -> None:
    people = _people(names)
    assert NamesInAddresses(people).whose(address) is _compared_with_everybody(people, address)


def test_the_address_tells_whose_it_is_wherever_it_stands() -> None:
    read = read_text("Ana Reis and Paul Okafor live in Porto. Ask Paul Okafor for ana.reis@example.org.")
    owners = [one.description for one in read.people if any(fact.tag == "EMAIL_ADDRESS" for fact in one.facts)]
    assert len(owners) == 1
    assert owners[0].startswith("Ana Reis")
