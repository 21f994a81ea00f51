"""Broader words: what stands in a text instead of something exact, so that the sentence still reads."""

from gyges.anonymizers.replacement.broader._edit import broader_edit
from gyges.anonymizers.replacement.broader._in_sentence import broader_here
from gyges.anonymizers.replacement.broader._phrase import with_article
from gyges.anonymizers.replacement.broader._places import country_in_text
from gyges.anonymizers.replacement.broader._words import broader_words

__all__ = ["broader_edit", "broader_here", "broader_words", "country_in_text", "with_article"]
