"""What stands in a text instead of the words a masker found: one file a style."""

from gyges.anonymizers.replacement._by_type import ByType
from gyges.anonymizers.replacement._echoes import with_echoes, with_names_across, with_titles
from gyges.anonymizers.replacement._general import General
from gyges.anonymizers.replacement._labels import NumberedLabels
from gyges.anonymizers.replacement._nobody import is_brand
from gyges.anonymizers.replacement._parted import is_speaker
from gyges.anonymizers.replacement._person_names import is_handle
from gyges.anonymizers.replacement._replacement import Replacement, SpansToReplace
from gyges.anonymizers.replacement._seal import restore, sealed
from gyges.anonymizers.replacement._secret import Secret, key_bytes
from gyges.anonymizers.replacement._stars import Stars
from gyges.anonymizers.replacement._styles import STYLES, Style, open_style
from gyges.anonymizers.replacement._sure import sure_names
from gyges.anonymizers.replacement.pseudonyms import Pseudonyms

__all__ = [
    "STYLES",
    "ByType",
    "General",
    "NumberedLabels",
    "Pseudonyms",
    "Replacement",
    "Secret",
    "SpansToReplace",
    "Stars",
    "Style",
    "is_brand",
    "is_handle",
    "is_speaker",
    "key_bytes",
    "open_style",
    "restore",
    "sealed",
    "sure_names",
    "with_echoes",
    "with_names_across",
    "with_titles",
]
