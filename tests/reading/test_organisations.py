"""Organisations."""

import pytest

from gyges.reading.organisations._find import find_organisations
from reading.finders import properties

test_any_text, test_long_text = properties(find_organisations)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Corrib Strand Bakery Ltd", "company"),
        ("Fuldatal Getriebebau GmbH", "company"),
        ("Teo Marchbank LLC", "company"),
        ("Kisaragi Valve Works K.K.", "company"),
        ("Wiślan Ceramika sp. z o.o.", "company"),
        ("Nguyen, Miller and Guerra", "company"),
        ("Hahn and Sons", "company"),
        ("Hjelteflis AS", "company"),
        ("Pasir Wafer Services Pte Ltd", "company"),
        ("BLUE MERIDIAN CREWING, INC.", "company"),
        ("Mataura Dairy Freight", "company"),
        ("St Enda's University Hospital", "hospital"),
        ("Panerys Psychiatric Hospital", "hospital"),
        ("Klinika Nad Odrą", "hospital"),
        ("Hospital de São João", "hospital"),
        ("University of Coimbra", "university"),
        ("Universidade de Lisboa", "university"),
        ("Ngong Hills University of Technology", "university"),
        ("Oak Siding School", "school"),
        ("Escuela Barranca Vieja", "school"),
        ("San Roque Elementary School", "school"),
        ("Istanbul State Security Court", "court"),
        ("European Court of Human Rights", "court"),
        ("Court of Appeal", "court"),
        ("Ministry of Foreign Affairs", "authority"),
        ("Foreign and Commonwealth Office", "authority"),
        ("Social Welfare Committee of Vindån", "authority"),
        ("Greater Manchester Police", "police"),
        ("Turkish Armed Forces", "army"),
        ("Galway United", "club"),
        ("Radio Ascensor Norte", "media"),
        ("Istanbul Human Rights Association", "club"),
        ("St Mary's Church", "church"),
        ("state police", "police"),
        ("district court", "court"),
    ],
)
def test_names(name: str, kind: str) -> None:
    [found] = find_organisations(f"He was there, at {name}, for years.")
    assert (found.text, found.kind) == (name, kind)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My team at Aurora Inc and I are late.", "Aurora Inc"),
        ("He works at Gordon-Taylor.", "Gordon-Taylor"),
        ("I work for Zylotech now", "Zylotech"),
        ("using Flatley, Wright and Cavanagh’s software", "Flatley, Wright and Cavanagh"),
        ("at Advanced Ventures Corporation. It", "Advanced Ventures Corporation"),
        ("The Southern Plains Hospital closed.", "Southern Plains Hospital"),
        ("Dr Rao of Galway Clinic", "Galway Clinic"),
    ],
)
def test_in_a_sentence(text: str, name: str) -> None:
    assert [found.text for found in find_organisations(text)] == [name]


@pytest.mark.parametrize(
    "text",
    [
        "The Court held that",
        "at the hospital",
        "John and Mary",
        "He went to School.",
        "Anna, Tom and Lucy left.",
        "Dear Sir or Madam",
        "BS Marine Engineering",
        "He works at home.",
        "Jacaranda Court 5, Nairobi",
    ],
)
def test_plain_words_are_no_organisations(text: str) -> None:
    assert find_organisations(text) == []
