"""Broader words: what stands in a text instead of something exact, so that the sentence still reads."""

from gyges.anonymizers.replacement.broader._edit import broader_edit
from gyges.anonymizers.replacement.broader._in_sentence import broader_here, without_attribute
from gyges.anonymizers.replacement.broader._places import country_in_text, with_article
from gyges.anonymizers.replacement.broader._words import broader_words
