"""What identifies somebody by itself: names, numbers, addresses, days of birth."""

from gyges.anonymizers.identifiers._around import Around
from gyges.anonymizers.identifiers._find import WIDEST_WINDOW, Identifiers, direct_identifiers, window_starts
from gyges.anonymizers.identifiers._identifier import Identifier, is_date_word, is_of_paper, is_placed, naming_words

__all__ = [
    "WIDEST_WINDOW",
    "Around",
    "Identifier",
    "Identifiers",
    "direct_identifiers",
    "is_date_word",
    "is_of_paper",
    "is_placed",
    "naming_words",
    "window_starts",
]
