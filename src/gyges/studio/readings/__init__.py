"""Readings: somebody reads releases blind and writes down whom they find; their answers are a recorded attacker."""

from gyges.studio.readings._pile import TO_READ_SET, TextToRead, add_to_read, pile_of, to_read
from gyges.studio.readings._record import Decision, decision_on, reader_names, reading_digest, recorded_rows

__all__ = [
    "TO_READ_SET",
    "Decision",
    "TextToRead",
    "add_to_read",
    "decision_on",
    "pile_of",
    "reader_names",
    "reading_digest",
    "recorded_rows",
    "to_read",
]
