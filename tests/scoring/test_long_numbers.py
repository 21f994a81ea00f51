"""A number of thousands of figures, which Python does not turn into one, breaks nothing."""

import anyio
import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.models import ModelPool
from gyges.reading import find_spans, read_text
from gyges.records import Document
from gyges.scoring import compare_values

LONG = "7" * 5_000


@pytest.mark.parametrize("profile", ["strict", "paper"])
@pytest.mark.parametrize("tag", ["AGE", "INCOME", "IDENTIFICATION_NUMBER"])
@pytest.mark.parametrize("value", [LONG, f"about {LONG} +/- {LONG}", f"{LONG}-{LONG}", f"{LONG}s", f"{LONG} months"])
def test_values_are_compared(tag: str, value: str, profile: str) -> None:
    for one, other in ((value, "43"), ("43", value), (value, value)):
        compare_values(tag, one, other, profile, taxonomy_name="author" if tag == "INCOME" else "spia")


@pytest.mark.parametrize(
    "frame",
    [
        "Ana Reis, {}, is a nurse. She is {} years old and turned {} at {}.",
        "Ana Reis has {} children and {} friends; they paid {} euros on {} May {}, at {} Hill Street, tel {}.",
        "Ana Schmidt, {} Jahre alt, wohnt in Köln. Am {}. Mai {} zog Herr Müller mit {} Kindern um.",
        "Ana López, de {} años, vive con sus {} hijos. El {} de mayo de {} nació.",
    ],
)
def test_texts_are_read_and_masked(frame: str) -> None:
    text = frame.replace("{}", LONG)
    read_text(text)
    find_spans(text)

    async def masked() -> None:
        async with ModelPool() as pool:
            for style in ("mask", "mask:labels", "mask:general", "mask:pseudonyms"):
                method = open_anonymizer(style, Tools(pool), {"any_language": True})
                assert "Ana" not in (await method.anonymize(Document("a", text))).text

    anyio.run(masked)
