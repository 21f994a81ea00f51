"""How a text is changed without breaking it: what an English word can be, what may go, and what fits where."""

from gyges.reading.english import article_for, can_be, is_english_word, plain_form, usual_tag

__all__ = ["article_for", "can_be", "is_english_word", "plain_form", "usual_tag"]
