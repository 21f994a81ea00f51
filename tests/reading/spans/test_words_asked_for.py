"""Words are asked once what they are wanted for, whoever asks and in whatever order."""

from threading import Thread

from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.lexicon._tables import indexes_of, words_of


def _is_short(key: str) -> bool:
    return len(key) < 3


def _is_long(key: str) -> bool:
    return len(key) > 5


@given(st.text(alphabet="ab cé-'", max_size=60))
def test_the_answer_is_that_of_asking_every_word(text: str) -> None:
    listed = {"a", "b", "abc"}
    for wanted in (_is_short, listed.__contains__, _is_long, _is_short):
        assert indexes_of(text, wanted) == [i for i, word in enumerate(words_of(text)) if wanted(word[2])]


def test_a_new_question_does_not_change_old_answers() -> None:
    text = "one three seven eleven"
    assert indexes_of(text, {"one"}.__contains__) == [0]
    assert indexes_of(text, {"seven"}.__contains__) == [2]
    assert indexes_of(text, {"one"}.__contains__) == [0]


def test_many_threads_may_ask_at_once() -> None:
    text = " ".join(f"word{number}" for number in range(50))
    answers: dict[int, list[int]] = {}

    def ask(number: int) -> None:
        answers[number] = indexes_of(text, frozenset((f"word{number}",)).__contains__)

    threads = [Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: [number] for number in range(20)}
