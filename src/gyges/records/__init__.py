"""The vocabulary of Gyges, frozen: documents, people, facts, mentions, releases, findings, verdicts, taxonomies."""

from gyges.records._document import MAX_LEVEL, Document, Fact, IdentifierType, Mention, Subject
from gyges.records._json import JsonValue
from gyges.records._outcome import SCORES, UNKNOWN_GENRE, WHO, DecidedBy, Finding, Release, Verdict
from gyges.records._packing import Unread, pack, unpack
from gyges.records._taxonomy import TAXONOMIES, Kind, Tag, Taxonomy, Tier, taxonomy

__all__ = [
    "MAX_LEVEL",
    "SCORES",
    "TAXONOMIES",
    "UNKNOWN_GENRE",
    "WHO",
    "DecidedBy",
    "Document",
    "Fact",
    "Finding",
    "IdentifierType",
    "JsonValue",
    "Kind",
    "Mention",
    "Release",
    "Subject",
    "Tag",
    "Taxonomy",
    "Tier",
    "Unread",
    "Verdict",
    "pack",
    "taxonomy",
    "unpack",
]
