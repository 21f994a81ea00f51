"""Documents that were seen before: by ids, kept on disk so that memory stays constant, and by their texts."""

import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import TracebackType

from gyges.corpus._drafts import temporary_room
from gyges.corpus._kept import KeyTable, Spool
from gyges.corpus._shapes import LONGEST_ID, content_id
from gyges.errors import DuplicateIdError
from gyges.records import Document

_NO_WORD = re.compile(r"[\W_]+")
_NAMED_LIKE_IDS = re.compile(
    r"(?i:(^|[\s_.-])(id|nr|no|num|number|nummer|numero|número|key|ref|uid|guid)\.?$)|[a-z]I[Dd]$"
)
"""Names of columns that tell rows apart, in the languages that tables are found in; ``patientId`` too."""


def without_documents(documents: Iterable[Document], barred: Iterable[Document]) -> tuple[list[Document], list[str]]:
    """Leave out documents that are among others, by their id or by their text.

    Collections that share texts rarely share ids, and seldom their blanks and line breaks: two texts are the same if
    their letters and digits are, whatever is between them.
    """
    others = list(barred)
    ids = {document.id for document in others}
    texts = {_folded(document.text) for document in others} - {""}
    kept, left_out = [], []
    for document in documents:
        if document.id in ids or _folded(document.text) in texts:
            left_out.append(document.id)
        else:
            kept.append(document)
    return kept, left_out


def _folded(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())


def ids_by_column(documents: Sequence[Document]) -> tuple[Sequence[Document], str | None]:
    """Return documents under the values of a column that is called like an id and is one: filled and unique."""
    if not documents or not all(document.id.startswith(content_id(document.text)) for document in documents):
        return documents, None
    columns = [name for name in documents[0].meta if _NAMED_LIKE_IDS.search(name)]
    unique = [name for name in columns if _tells_apart(documents, name)]
    if len(unique) != 1:
        return documents, None
    return Spool(replace(document, id=str(document.meta[unique[0]])) for document in documents), unique[0]


def _tells_apart(documents: Sequence[Document], column: str) -> bool:
    seen = KeyTable()
    for number, document in enumerate(documents):
        value = document.meta.get(column)
        if not isinstance(value, str | int) or isinstance(value, bool) or str(value) in seen:
            return False
        if not 0 < len(str(value)) <= LONGEST_ID:
            return False
        seen[str(value)] = number
    return True


class SeenIds:
    """Remembers ids with their places in a private temporary database that SQLite spills to disk."""

    def __init__(self) -> None:
        self._db = sqlite3.connect("", isolation_level=None)  # "" is a private database, deleted when closed
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("CREATE TABLE seen (id TEXT PRIMARY KEY, place TEXT, count INTEGER) WITHOUT ROWID")

    def __enter__(self) -> "SeenIds":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def add(self, id_: str, place: str) -> None:
        """Note an id; raise if it was there, naming both places."""
        try:
            with temporary_room():
                self._db.execute("INSERT INTO seen VALUES (?, ?, 1)", (id_, place))
        except sqlite3.IntegrityError:
            (first,) = self._db.execute("SELECT place FROM seen WHERE id = ?", (id_,)).fetchone()
            raise DuplicateIdError(
                f"the id '{id_}' is at {first} and again at {place}",
                "give every row an id of its own or name another column with --id-field",
            ) from None

    def add_numbered(self, id_: str, place: str) -> str:
        """Note an id made from content; the same text again becomes ``id-2``, ``id-3`` and so on."""
        query = "INSERT INTO seen VALUES (?, ?, 1) ON CONFLICT (id) DO UPDATE SET count = count + 1 RETURNING count"
        with temporary_room():
            (count,) = self._db.execute(query, (id_, place)).fetchone()
        if count == 1:
            return id_
        numbered = f"{id_}-{count}"
        self.add(numbered, place)
        return numbered
