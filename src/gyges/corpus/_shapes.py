"""From a row to a document or a release: finds the text, the id and the annotations."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import cast

from pydantic import TypeAdapter, ValidationError

from gyges.corpus._row import FIX_OR_SKIP, Row
from gyges.corpus._schema import MentionRow, SubjectRow, Utf16Index, find_surrogate
from gyges.errors import BadRowError, GygesError, InputError
from gyges.records import Document, JsonValue, Mention, Release, Subject

TEXT_FIELDS = ("text", "document", "content", "body", "message", "comment", "note", "transcript", "response")
"""Names a text column may have when the user names none; ``text`` wins over the others."""

_RELEASED = re.compile(
    r"^(anonymi[sz]ed|redacted|masked|saniti[sz]ed|released|deidentified|de[-_ ]identified)"
    r"[-_ ]?(text|response|document|content|body|message|comment|note|transcript)$",
    re.IGNORECASE,
)
"""Names of a released text that stands beside its original; they win when releases are read."""

ID_FIELDS = ("id", "data_id", "doc_id", "document_id", "record_id", "uuid")

_ANNOTATIONS = ("subjects", "mentions", "entities", "metadata", "meta", "trace")
_HASH_LENGTH = 12
_MOST_PEOPLE, _MOST_FACTS, _MOST_MENTIONS = 10_000, 100_000, 200_000
"""Of one text: more than a register of a town has, less than what fills a memory."""
LONGEST_ID = 2_000
"""Characters of an id: a web address is one, a text is none."""
_LONGEST_VALUE = 20_000
"""Characters of what is said of one person: ten pages, where words are meant."""
_MOST_NESTED = 64
"""Levels of annotations and meta data; those of any benchmark have five."""
_NUMBERS = (int, float)
_SUBJECTS = TypeAdapter(tuple[SubjectRow, ...])
_MENTIONS = TypeAdapter(tuple[MentionRow, ...])


def content_id(text: str) -> str:
    """Return the id of a text that has none: the same text always gets the same id."""
    return "doc-" + hashlib.sha256(text.encode("utf-8")).hexdigest()[:_HASH_LENGTH]


def to_document(row: Row, text_field: str | None = None, id_field: str | None = None) -> Document:
    """Make a document of a row; anything wrong with it becomes a `BadRowError` with its place."""
    try:
        data = _unpacked(row.data)
        text_key = _field(data, text_field, TEXT_FIELDS, "text")
        text = _text(data, text_key)
        id_key, id_ = _id(data, id_field)
        used = {text_key, id_key, *_ANNOTATIONS}
        return Document(
            id=id_ or content_id(text),
            text=text,
            subjects=_subjects(data),
            mentions=_mentions(data, text),
            meta=_meta(data, used),
        )
    except (GygesError, ValidationError, RecursionError) as error:
        raise _bad_row(row.place, error) from error


def to_release(row: Row, text_field: str | None = None, id_field: str | None = None) -> Release:
    """Make a release of a row. A release must carry the id of its document."""
    try:
        data = _unpacked(row.data)
        beside = tuple(key.lower() for key in data if _RELEASED.search(key))
        text_key = _field(data, text_field, beside or TEXT_FIELDS, "released text")
        _, id_ = _id(data, id_field)
        if not id_:
            raise InputError("a release without an id", "give it the id of its document or pass --id-field")
        trace = data.get("trace") or {}
        if not isinstance(trace, Mapping):
            raise InputError("the trace is not an object", FIX_OR_SKIP)
        method = data.get("method")
        return Release(
            id=id_,
            text=_text(data, text_key),
            method=method if isinstance(method, str) and method else "unknown",
            trace=cast(Mapping[str, JsonValue], _plain(trace)),
        )
    except (GygesError, ValidationError, RecursionError) as error:
        raise _bad_row(row.place, error) from error


def _bad_row(place: str, error: Exception) -> BadRowError:
    """Return what is wrong with a row, with its place."""
    if isinstance(error, GygesError):
        return BadRowError(f"{place}: {error.problem}", f"{error.remedy}, or pass --skip-bad")
    why = _first_problem(error) if isinstance(error, ValidationError) else "nested too deeply"
    return BadRowError(f"{place}: {why}", FIX_OR_SKIP)


def told_in_row(row: Row, id_field: str | None = None) -> tuple[str, tuple[Subject, ...] | None]:
    """Return the id and the annotated people of a row that is no document; empty and None where they are wrong too."""
    id_, subjects = "", None
    try:
        _, found = _id(row.data, id_field)
        id_ = found if find_surrogate(found) is None else ""
        subjects = _subjects(_unpacked(row.data))
        return id_, Document(id_, "", subjects).subjects
    except (GygesError, ValidationError, RecursionError):
        return id_, None


def _unpacked(data: Mapping[str, object]) -> Mapping[str, object]:
    """Open annotations that a flat file (CSV, Parquet) keeps as JSON in a cell; refuse what no file could hold."""
    packed = {
        key: _from_json(key, value) for key, value in data.items() if key in _ANNOTATIONS and isinstance(value, str)
    }
    unpacked = {**data, **packed} if packed else data
    for key, value in unpacked.items():
        _refuse_half_characters(str(key), [key, value])
    return unpacked


def _refuse_half_characters(field: str, level: list[object]) -> None:
    """Refuse what no UTF-8 file could hold, and what is nested too deeply; a level at a time: there is much of it."""
    for _ in range(_MOST_NESTED + 1):
        deeper: list[object] = []
        for one in level:
            if isinstance(one, str):
                if not one.isascii():
                    _refuse_half_character(field, one)
            elif one is None or isinstance(one, _NUMBERS):
                continue
            elif type(one) is dict:  # as nearly all mappings are; asking for any takes longer
                deeper += one
                deeper += one.values()
            elif isinstance(one, Mapping):
                deeper += one.keys()
                deeper += one.values()
            elif isinstance(one, list | tuple):
                deeper += one
        if not deeper:
            return
        level = deeper
    # What is read is written, hashed and compared later on, each a level at a time.
    raise InputError(f"'{field}' is nested more than {_MOST_NESTED} deep", "make it flatter")


def _refuse_half_character(field: str, text: str) -> None:
    half = find_surrogate(text)
    if half is not None:
        shown = field.encode("utf-8", "replace").decode()
        raise InputError(f"'{shown}' has half a character at {half} (it was not UTF-8)", "save the text as UTF-8")


def _from_json(key: str, cell: str) -> object:
    if not cell.strip():
        return None
    try:
        return cast(object, json.loads(cell))
    except (ValueError, RecursionError) as error:
        raise InputError(f"the column '{key}' does not hold JSON", "fix it or rename the column") from error


def _field(data: Mapping[str, object], named: str | None, candidates: Sequence[str], what: str) -> str:
    if named is not None:
        if named not in data:
            raise InputError(f"no field '{named}' (there are: {_listed(data)})", "check the name of the field")
        return named
    lowered = {key.lower(): key for key in data}
    found = [lowered[name] for name in candidates if name in lowered]
    if not found:
        raise InputError(f"no {what} field (there are: {_listed(data)})", "name it with --text-field")
    if len(found) > 1 and found[0].lower() != "text":
        raise InputError(f"several fields may be the {what} ({', '.join(found)})", "name one with --text-field")
    return found[0]


def _text(data: Mapping[str, object], key: str) -> str:
    text = data[key]
    if not isinstance(text, str):
        raise InputError(f"'{key}' is a {type(text).__name__}, not a text", "give every row a text")
    return text


def _id(data: Mapping[str, object], named: str | None) -> tuple[str, str]:
    metadata = data.get("metadata")
    if named is None and isinstance(metadata, Mapping) and metadata.get("data_id") is not None:
        return "metadata", _short_id(metadata["data_id"])
    lowered = {key.lower(): key for key in data}
    if named is not None and named not in data:
        raise InputError(f"no field '{named}' (there are: {_listed(data)})", "check the name of the id field")
    key = named or next((lowered[name] for name in ID_FIELDS if name in lowered), "")
    value = data.get(key)
    if value is None or value == "":
        return key, ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InputError(f"the id is a {type(value).__name__}", "use a text or a number as id")
    return key, _short_id(value)


def _short_id(value: object) -> str:
    _refuse_long("an id", str(value), LONGEST_ID)
    return str(value)


def _subjects(data: Mapping[str, object]) -> tuple[Subject, ...] | None:
    found = data.get("subjects")
    if found is None:
        return None
    if isinstance(found, list):
        facts = (item.get("facts") or item.get("PIIs") for item in found if isinstance(item, Mapping))
        _refuse_many("people", len(found), _MOST_PEOPLE)
        _refuse_many("facts", sum(len(rows) for rows in facts if isinstance(rows, list)), _MOST_FACTS)
    numbered = (
        [{"id": n, **item} if isinstance(item, Mapping) else item for n, item in enumerate(found)]
        if isinstance(found, list)
        else found
    )
    subjects = tuple(row.to_subject() for row in _SUBJECTS.validate_python(numbered))
    for subject in subjects:
        _refuse_long("a description of a person", subject.description, _LONGEST_VALUE)
        for fact in subject.facts:
            _refuse_long("the value of a fact", fact.value, _LONGEST_VALUE)
    return subjects


def _refuse_long(what: str, said: str, most: int) -> None:
    if len(said) > most:
        problem = f"{what} has {len(said):,} characters, and the most that are read are {most:,}"
        raise InputError(problem, "shorten it")


def _refuse_many(what: str, count: int, most: int) -> None:
    if count > most:
        raise InputError(f"{count:,} {what} in one text, and the most that are read are {most:,}", "split the text")


def _mentions(data: Mapping[str, object], text: str) -> tuple[Mention, ...] | None:
    for given in (data.get("mentions"), data.get("entities")):
        _refuse_many("mentions", len(given) if isinstance(given, list) else 0, _MOST_MENTIONS)
    if data.get("mentions") is not None:
        rows = _MENTIONS.validate_python(data["mentions"])
        return tuple(row.to_mention(text, row.start, row.end) for row in rows)
    if data.get("entities") is not None:  # SPIA's span files count in UTF-16 units
        index = Utf16Index(text)
        rows = _MENTIONS.validate_python(data["entities"])
        return tuple(row.to_mention(text, index.to_code_point(row.start), index.to_code_point(row.end)) for row in rows)
    return None


def _meta(data: Mapping[str, object], used: set[str]) -> dict[str, JsonValue]:
    meta: dict[str, object] = {}
    for key in ("metadata", "meta"):
        value = data.get(key)
        if isinstance(value, Mapping):
            meta.update((k, v) for k, v in value.items() if (key, k) != ("metadata", "data_id"))
        elif value is not None:
            meta[key] = value
    meta.update((key, value) for key, value in data.items() if key not in used and value is not None)
    return {key: _plain(value) for key, value in meta.items()}


def _plain(value: object) -> JsonValue:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [_plain(item) for item in value]
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return str(value)


def _listed(data: Mapping[str, object]) -> str:
    names = list(data)
    return ", ".join(names[:12]) + (", ..." if len(names) > 12 else "") if names else "none"


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg'].removeprefix('Value error, ')}" if where else first["msg"]
