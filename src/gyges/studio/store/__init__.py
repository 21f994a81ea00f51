"""What a project keeps: texts, what people wrote about them, and who did what; one SQLite file."""

from gyges.studio.store._assignments import Assignments
from gyges.studio.store._database import Database, open_database, unavailable
from gyges.studio.store._sheets import TEAM, Sheet, Sheets
from gyges.studio.store._texts import KeptTexts, ReleaseLine, ReleaseRow, TextRow
from gyges.studio.store._trail import Trail, TrailRow, digest_of, note, now
from gyges.studio.store._users import Users

__all__ = [
    "TEAM",
    "Assignments",
    "Database",
    "KeptTexts",
    "ReleaseLine",
    "ReleaseRow",
    "Sheet",
    "Sheets",
    "TextRow",
    "Trail",
    "TrailRow",
    "Users",
    "digest_of",
    "note",
    "now",
    "open_database",
    "unavailable",
]
