import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.corpus import bundled_corpus
from gyges.errors import RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.reading import why_unread
from gyges.records import Document

pytestmark = pytest.mark.anyio

JAPANESE = Document("ja", "田中太郎さんは東京に住んでいる看護師です。四十一歳で、二人の子供がいます。")
GERMAN = Document(
    "de", "Frau Anna Weber ist 41 und wohnt mit ihrem Mann und den Kindern in der Stadt, die nicht weit von Bonn ist."
)


@pytest.mark.parametrize("method", ["mask", "subjectwise"])
async def test_a_text_the_embedded_engine_cannot_read_is_no_release(method: str) -> None:
    anonymizer = open_anonymizer(method, Tools(ModelPool(cache=ReplyCache())))
    with pytest.raises(RewriteFailedError, match="Japanese"):
        await anonymizer.anonymize(JAPANESE)


@pytest.mark.parametrize("method", ["mask", "subjectwise"])
async def test_a_user_may_take_what_it_finds(method: str) -> None:
    anonymizer = open_anonymizer(method, Tools(ModelPool(cache=ReplyCache())), {"any_language": "true"})
    assert (await anonymizer.anonymize(JAPANESE)).text


@pytest.mark.parametrize("method", ["mask", "subjectwise"])
async def test_another_language_with_latin_letters_is_treated_and_named(method: str) -> None:
    release = await open_anonymizer(method, Tools(ModelPool(cache=ReplyCache()))).anonymize(GERMAN)
    assert "Weber" not in release.text
    assert release.trace["language"] == "German"


RELEASES = ["none", "remove-all", "annotated", "mask", "mask:stars", "mask:labels", "mask:pseudonyms", "mask:general"]


@pytest.mark.parametrize("method", RELEASES)
async def test_no_release_of_an_english_text_counts_as_unread(method: str) -> None:
    anonymizer = open_anonymizer(method, Tools(ModelPool(cache=ReplyCache())))
    releases = [await anonymizer.anonymize(document) for document in bundled_corpus()[::3]]
    assert [release.id for release in releases if why_unread(release.text)] == []
