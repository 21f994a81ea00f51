"""What stands in a text instead of the words a masker found: one file a style."""

from gyges._secret import Secret, key_bytes
from gyges.anonymizers.replacement._general import General
from gyges.anonymizers.replacement._replacement import Replacement, SpansToReplace
from gyges.anonymizers.replacement._seal import restore, sealed
from gyges.anonymizers.replacement._styles import STYLES, Style, open_style
from gyges.anonymizers.replacement.pseudonyms import Pseudonyms

__all__ = ["Pseudonyms", "Replacement", "SpansToReplace"]
