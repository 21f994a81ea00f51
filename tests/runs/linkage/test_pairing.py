import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import Document, Release
from gyges.runs.linkage import pair_records

ids = st.lists(st.sampled_from("abcdef"), unique=True)


def _originals(*ids: str) -> list[Document]:
    return [Document(id_, f"text of {id_}") for id_ in ids]


def _releases(*ids: str, text: str = "released") -> list[Release]:
    return [Release(id_, text, "test") for id_ in ids]


def test_missing_extra_failed_and_blank_records_are_named() -> None:
    originals = [*_originals("a", "b", "c"), Document("d", " ")]
    failed = Release("b", "", "test", {"failed": "GY501 declined"})
    pairing = pair_records(originals, [*_releases("a", "d", "z"), failed])
    assert list(pairing.originals) == ["a"]
    assert pairing.unreleased == ("c",)
    assert pairing.extra == ("z",)
    assert pairing.blank == ("d",)
    assert pairing.failed == {"b": "GY501 declined"}
    assert set(pairing.records) == {"a", "d", "z"}


@given(ids, ids, ids)
def test_every_original_is_attacked_or_accounted_for(
    originals: list[str], released: list[str], empty: list[str]
) -> None:
    documents = _originals(*originals)
    releases = [Release(id_, "" if id_ in empty else "text", "test") for id_ in released]
    try:
        pairing = pair_records(documents, releases)
    except InputError:
        return
    accounted = [*pairing.originals, *pairing.unreleased, *pairing.blank, *(pairing.failed.keys() & set(originals))]
    assert sorted(accounted) == sorted(originals)
    assert pairing.total == len(originals)


def test_releases_without_a_common_id_are_refused_unless_they_are_said_to_be_unpaired() -> None:
    with pytest.raises(InputError, match="--unpaired"):
        pair_records(_originals("a"), _releases("z"))
    assert list(pair_records(_originals("a"), _releases("z"), paired=False).originals) == ["a"]


@pytest.mark.parametrize(("originals", "releases"), [([], ["a"]), (["a"], [])], ids=["no originals", "no releases"])
def test_nothing_to_link_is_refused(originals: list[str], releases: list[str]) -> None:
    with pytest.raises(InputError, match="there are no"):
        pair_records(_originals(*originals), _releases(*releases))


def test_originals_without_any_usable_release_are_told_by_their_reasons() -> None:
    originals = [Document("a", "Ana."), Document("b", "Ben.")]
    releases = [Release("a", "", "test", {"failed": "declined"}), Release("x", "Somebody else.", "test")]
    with pytest.raises(InputError, match="nobody to look for: 0 originals have no text, 1 releases failed"):
        pair_records(originals, releases)


REFUSAL = "I'm sorry, but I can't help with that."


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("text", [REFUSAL, "Error 429: rate limit", "null", "{}", "\u200b", "<html>502</html>"])
def test_a_text_that_is_no_release_is_failed_and_nobody_searches_it(text: str, paired: bool) -> None:
    originals = [Document("a", "Ana is a nurse in Porto."), Document("b", "Ben is a baker in Kiel.")]
    releases = [Release("a", text, "mine"), Release("b", "Somebody is a baker.", "mine")]
    pairing = pair_records(originals, releases, paired=paired)
    assert set(pairing.failed) == {"a"}
    assert set(pairing.records) == {"b"}
    assert set(pairing.originals) == ({"b"} if paired else {"a", "b"})


def test_only_empty_releases_are_refused() -> None:
    with pytest.raises(InputError, match="every release failed or is none, the first because the text is empty"):
        pair_records(_originals("a"), _releases("a", text=""))


def test_removing_everything_leaves_no_record_to_search() -> None:
    originals = [Document("a", "Ana is a nurse."), Document("b", "Ben is a baker.")]
    pairing = pair_records(originals, [Release("a", "", "remove-all"), Release("b", "Ben bakes.", "mine")])
    assert pairing.failed == {"a": "the text is empty"}
