"""What the spans of a text in a language of tables are, for the rooms that write words in their place."""

from gyges.reading.languages._details import Detail, DetailKind, find_details
from gyges.reading.languages.table._language import home_countries, written_as

__all__ = ["Detail", "DetailKind", "find_details", "home_countries", "written_as"]
