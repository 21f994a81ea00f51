"""``pseudonyms``: invented words in the place of real ones, drawn by a key."""

from gyges.anonymizers.replacement.pseudonyms._style import Pseudonyms
