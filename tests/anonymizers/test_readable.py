import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.errors import RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document

pytestmark = pytest.mark.anyio

JAPANESE = Document("ja", "田中太郎さんは東京に住んでいる看護師です。四十一歳で、二人の子供がいます。")
GERMAN = Document(
    "de", "Frau Anna Weber ist 41 und wohnt mit ihrem Mann und den Kindern in der Stadt, die nicht weit von Bonn ist."
)

POLISH = Document("pl", "Pani Maria ma 41 lat i mieszka w Krakowie. Jej mąż pracuje jako kierowca.")
MASKS = ["mask", "mask:stars", "mask:labels", "mask:pseudonyms", "mask:general"]


@pytest.mark.parametrize("method", ["mask", "subjectwise"])
async def test_a_text_the_embedded_engine_cannot_read_is_no_release(method: str) -> None:
    anonymizer = open_anonymizer(method, Tools(ModelPool(cache=ReplyCache())))
    with pytest.raises(RewriteFailedError, match="Japanese"):
        await anonymizer.anonymize(JAPANESE)


@pytest.mark.parametrize("method", ["mask", "subjectwise"])
async def test_a_user_may_take_what_it_finds(method: str) -> None:
    anonymizer = open_anonymizer(method, Tools(ModelPool(cache=ReplyCache())), {"any_language": "true"})
    assert (await anonymizer.anonymize(JAPANESE)).text


@pytest.mark.parametrize("method", ["subjectwise", *MASKS])
async def test_no_english_is_laid_over_another_language_with_latin_letters(method: str) -> None:
    with pytest.raises(RewriteFailedError, match="is in Polish, which"):
        await open_anonymizer(method, Tools(ModelPool(cache=ReplyCache()))).anonymize(POLISH)


@pytest.mark.parametrize("method", ["mask:pseudonyms", "mask:general"])
async def test_a_method_that_writes_english_words_refuses_a_language_that_is_only_read(method: str) -> None:
    with pytest.raises(RewriteFailedError, match="is in German, which the embedded engine reads but does not write"):
        await open_anonymizer(method, Tools(ModelPool(cache=ReplyCache()))).anonymize(GERMAN)


async def test_a_german_text_is_masked_with_labels_and_said_to_be_german() -> None:
    release = await open_anonymizer("mask", Tools(ModelPool(cache=ReplyCache()))).anonymize(GERMAN)
    assert release.text == (
        "[PERSON] ist [NUMBER] und wohnt mit ihrem [...] und den [...] in der Stadt, die nicht weit von [...] ist."
    )
    assert release.trace["language"] == "German"


@pytest.mark.parametrize(("style", "mark"), [("stars", "***"), ("labels", "[PERSON 1]")])
async def test_stars_and_numbered_labels_need_no_language(style: str, mark: str) -> None:
    release = await open_anonymizer(f"mask:{style}", Tools(ModelPool(cache=ReplyCache()))).anonymize(GERMAN)
    assert "Weber" not in release.text
    assert release.text.startswith(mark)


ENGLISH_ENOUGH = [
    "Dear Anna,\nplease bring the keys back by Friday, the landlord waits.\nPozdrawiam i do zobaczenia w domu,\nEwa",
    "Maria Kowalska\nJan Nowak\nEwa Wiśniewska\nPiotr Zieliński\nAgnieszka Wójcik",
    "Café de la Paix, Lyon",
    "Tom",
]


@pytest.mark.parametrize("text", ENGLISH_ENOUGH, ids=["foreign line", "names", "letterhead", "one word"])
@pytest.mark.parametrize("method", ["mask", "subjectwise"])
async def test_a_foreign_line_names_and_a_few_words_are_no_other_language(method: str, text: str) -> None:
    assert await open_anonymizer(method, Tools(ModelPool(cache=ReplyCache()))).anonymize(Document("a", text))
