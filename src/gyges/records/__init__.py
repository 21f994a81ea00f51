"""The vocabulary of Gyges, frozen: documents, people, facts, mentions, releases, findings, verdicts, taxonomies."""

from gyges.records._cells import JsonValue, escaped_cell, unescaped_cell
from gyges.records._document import MAX_LEVEL, Document, Fact, IdentifierType, Mention, Subject, UnreadableDocument
from gyges.records._edits import Edit, apply_edits, edits_between, edits_from_json, edits_to_json, leads_to
from gyges.records._outcome import SCORES, SPECIAL, UNKNOWN_GENRE, WHO, DecidedBy, Finding, Release, TextPair, Verdict
from gyges.records._packing import Unread, pack, unpack
from gyges.records._parts import PartUnderWay, in_parts, part_under_way
from gyges.records._taxonomy import TAXONOMIES, Kind, Tag, Taxonomy, Tier, taxonomy

__all__ = [
    "DecidedBy",
    "Document",
    "Edit",
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
    "UnreadableDocument",
    "Verdict",
    "edits_from_json",
    "taxonomy",
]
