"""How much of what is marked in the bundled documents the releases of ``mask`` hide."""

import asyncio

import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.corpus import bundled_corpus
from gyges.models import ModelPool, ModelSettings
from gyges.records import Release
from gyges.scoring import SpanRates, span_recall

# What was measured less what one change may cost by chance; a fall below is a fault of the rules.
LEAST_DIRECT, LEAST_QUASI, LEAST_OF_ALL = 0.985, 0.64, 0.74


@pytest.fixture(scope="module")
def recall() -> SpanRates:
    documents = list(bundled_corpus())
    mask = open_anonymizer("mask", Tools(ModelPool(ModelSettings())), {"any_language": "true"})

    async def releases() -> list[Release]:
        return [await mask.anonymize(document) for document in documents]

    return span_recall(documents, asyncio.run(releases()), mode="offsets")


def test_names_numbers_and_addresses_are_hidden(recall: SpanRates) -> None:
    assert (recall.er_direct.value or 0.0) >= LEAST_DIRECT


def test_most_of_what_tells_of_somebody_together_with_other_things_is_hidden(recall: SpanRates) -> None:
    assert (recall.er_quasi.value or 0.0) >= LEAST_QUASI
    assert (recall.recall.value or 0.0) >= LEAST_OF_ALL
