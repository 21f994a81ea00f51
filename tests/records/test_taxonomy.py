import pytest

from gyges.errors import UnknownNameError
from gyges.records import TAXONOMIES, Kind, Tier, taxonomy


def test_spia_has_five_codes_and_ten_other_tags() -> None:
    kinds = [tag.kind for tag in taxonomy("spia")]
    assert (kinds.count(Kind.CODE), kinds.count(Kind.NON_CODE)) == (5, 10)


def test_the_author_has_eight_attributes_and_tab_eight_types() -> None:
    assert (len(taxonomy("author")), len(taxonomy("tab"))) == (8, 8)


def test_special_categories_are_sensitive_and_stand_beside_others_when_asked_for() -> None:
    assert {tag.tier for tag in taxonomy("special")} == {Tier.SENSITIVE}
    assert taxonomy("spia+special").names == (*taxonomy("spia").names, *taxonomy("special").names)


@pytest.mark.parametrize("name", TAXONOMIES)
def test_every_tag_is_defined_once_in_a_sentence(name: str) -> None:
    tags = taxonomy(name)
    assert len(set(tags.names)) == len(tags)
    assert all(tag.definition.endswith(".") and len(tag.definition) > 20 for tag in tags)


def test_codes_and_names_are_direct_identifiers() -> None:
    direct = {tag.name for tag in taxonomy("spia") if tag.tier is Tier.DIRECT}
    assert direct == {"NAME", *(tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE)}


def test_a_tag_is_found_by_its_alias_whatever_the_case() -> None:
    assert taxonomy("author")["birth_city_country"].name == "PLACE_OF_BIRTH"
    assert taxonomy("spia")["email"].name == "EMAIL_ADDRESS"


def test_an_unknown_tag_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownNameError, match="NAME, IDENTIFICATION_NUMBER"):
        taxonomy("spia")["SHOE_SIZE"]


def test_an_unknown_taxonomy_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="author, spia, special, tab"):
        taxonomy("zodiac")
