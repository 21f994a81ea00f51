"""Direct identifiers that look like other things are replaced all the same."""

import asyncio
import re

import pytest

from gyges.anonymizers import Tools, open_anonymizer, release_of
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document


def released(text: str, method: str) -> str:
    tools = Tools(ModelPool(ModelSettings()))
    return asyncio.run(release_of(open_anonymizer(method, tools, {}), Document("a", text))).text


@pytest.mark.parametrize("method", ["mask:pseudonyms", "mask:general"])
@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Employee: Malin Åkerhielm (870304-4184), day shift.", "Åkerhielm"),
        ("The inquiry was entrusted to Shri T.K. Bhaskaran, a retired judge.", "Bhaskaran"),
        ("BED 1 - TUMULAK, Leonila, 67 F, slept well.", "TUMULAK"),
        ("The life insurance goes to Kethlen, the granddaughter.", "Kethlen"),
        ("Best regards,\nNgo Thi Bich Hanh (Ms)\nSales", "Hanh"),
        ("20:14 Jun: the list is out\n20:15 Jun: I passed", "Jun"),
    ],
)
def test_a_name_goes_whatever_it_looks_like(text: str, gone: str, method: str) -> None:
    assert gone not in released(text, method)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("J. Smith, K. Lee, P. Wong and T. Tan met B. Bo in Porto.", "Smith Lee Wong Tan Bo"),
        ("The doctor said Kowalska is ill. The Kowalskas came", "Kowalska"),
        ("Anna = my wife. Zofia=the tenant.", "Anna Zofia"),
    ],
)
def test_every_name_is_gone(text: str, gone: str) -> None:
    made = released(text, "mask:pseudonyms")
    assert [name for name in gone.split() if re.search(rf"\b{name}", made)] == [], made


def test_letters_of_a_speaker_become_other_letters() -> None:
    text = "RO said that the boat was late. TM answered that it was not. RO said no more. TM answered nothing."
    made = released(text, "mask:pseudonyms")
    assert "RO said" not in made
    assert made.count(" said ") == text.count(" said ")
