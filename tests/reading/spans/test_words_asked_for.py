"""Words are asked once what they are wanted for, whoever asks and in whatever order."""

from threading import Thread

from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.page._page import Page, once_a_page
from gyges.reading.page._wanted import Wanted


def _is_short(key: str) -> bool:
    return len(key) < 3


def _is_long(key: str) -> bool:
    return len(key) > 5


_SHORT, _LONG = Wanted(_is_short), Wanted(_is_long)


@given(st.text(alphabet="ab cé-'", max_size=60))
def test_the_answer_is_that_of_asking_every_word(text: str) -> None:
    page, listed = Page(text), {"a", "b", "abc"}
    for question, is_wanted in ((_SHORT, _is_short), (_LONG, _is_long), (_SHORT, _is_short)):
        assert page.where(question) == [i for i, word in enumerate(page.words) if is_wanted(word[2])]
    assert page.where(listed) == [i for i, word in enumerate(page.words) if word[2] in listed]


@given(st.text(alphabet="ab ,.'s\n", max_size=60))
def test_tokens_stand_where_they_are_found(text: str) -> None:
    page, listed = Page(text), {"a", "b", ".", "'s"}
    assert page.where_tokens(listed) == [i for i, token in enumerate(page.tokens) if token.lower in listed]


def test_a_question_may_begin_anew_and_answers_the_same() -> None:
    question = Wanted(_is_short)
    for number in range(30):
        words = frozenset(f"{number}-{other}" for other in range(1000)) | {"ab"}
        assert question.among(words) == {"ab"}


def test_many_threads_may_ask_at_once() -> None:
    question = Wanted(_is_long)
    answers: dict[int, list[int]] = {}

    def ask(number: int) -> None:
        answers[number] = Page(f"a word{number} word{number + 1}1 b").where(question)

    threads = [Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: [1, 2] if number > 9 else [2] for number in range(20)}


def test_a_finder_looks_at_a_page_once() -> None:
    looks: list[str] = []

    @once_a_page
    def find(page: Page) -> int:
        looks.append(page.text)
        return len(page.words)

    page = Page("one two")
    assert (find(page), find(page), find(Page("three"))) == (2, 2, 1)
    assert looks == ["one two", "three"]
