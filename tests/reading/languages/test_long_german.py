"""What is asked of a long text in a language of tables, word by word."""

import time

from gyges.reading import is_ordinary_there


def test_a_word_of_a_long_text_is_looked_at_where_it_stands() -> None:
    text = "Frau Engel arbeitet seit Jahren in Kassel, und niemand hat ihr je gedankt. " * 1_500
    place = text.index("arbeitet")
    started = time.process_time()
    assert all(is_ordinary_there(text, place, place + len("arbeitet")) for _ in range(2_000))
    assert time.process_time() - started < 20  # a page of the text for each takes a minute
