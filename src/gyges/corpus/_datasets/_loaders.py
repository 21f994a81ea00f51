"""How rows of the published files become rows of our own keys: one small function a shape.

The columns are those the datasets' own pages and loaders name. Where a file turns out different, the missing
column is named in the error.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from gyges.corpus._datasets._registry import RowShape, SourceRow
from gyges.corpus._known import facts_of_columns
from gyges.errors import BadRowError
from gyges.records import MAX_LEVEL

_END = re.compile(r"(?<!\S)(?P<word>\S+)(?P<end>[.!?][\"'”’)\]]*)\s+(?=[\"'“‘(\[]*[A-Z])")
_NO_END = frozenset({"dr", "mr", "mrs", "ms", "st", "prof", "vs", "approx", "fig", "no"})
AUTHOR_ATTRIBUTES = (
    "age",
    "sex",
    "city_country",
    "birth_city_country",
    "education",
    "income_level",
    "occupation",
    "relationship_status",
)
"""The columns of a persona that an attacker is asked for (Staab et al.); the names are aliases of the author tags."""
_AUTHOR = "the author of the text"
_SPEAKERS = {"user": "USER", "assistant": "CHATBOT", "system": "SYSTEM"}
_MEDQA_OPTIONS = "ABCD"


def split_vignette(text: str) -> tuple[str, str]:
    """Split an exam question into the account of the patient and the question: its last sentence.

    A text of one sentence is a question about nobody: the account is empty.
    """
    whole = text.strip()
    ends = [end for end in _END.finditer(whole) if end["word"].lower().lstrip("(\"'") not in _NO_END]
    if not ends:
        return "", whole
    return whole[: ends[-1].end("end")], whole[ends[-1].end() :]


def _spia(row: SourceRow) -> Mapping[str, object]:
    """SPIA's subject files need nothing: their keys are understood as they are."""
    return row.data


def _tab(row: SourceRow) -> Mapping[str, object]:
    mentions = [
        {**mention, "entity_id": f"{annotator}/{mention.get('entity_id', '')}"}
        for annotator, notes in _mapping(row, "annotations").items()
        for mention in _mentions_of(row, annotator, notes)
    ]
    meta = {**_optional_mapping(row, "meta"), "split": row.data.get("dataset_type") or row.split}
    meta |= _present(row, task="task", quality_checked="quality_checked")
    meta["annotators"] = sorted(_mapping(row, "annotations"))
    return {"id": _column(row, "doc_id"), "text": _column(row, "text"), "mentions": mentions, "meta": meta}


def _mentions_of(row: SourceRow, annotator: str, notes: object) -> Iterator[Mapping[str, object]]:
    mentions = notes.get("entity_mentions") if isinstance(notes, Mapping) else None
    if not isinstance(mentions, Sequence):
        raise _missing(row, f"annotations.{annotator}.entity_mentions")
    for mention in mentions:
        if not isinstance(mention, Mapping):
            raise _missing(row, f"annotations.{annotator}.entity_mentions")
        yield mention


def _reddit_synthetic(row: SourceRow) -> Mapping[str, object]:
    persona = _mapping(row, "personality")
    feature = str(_column(row, "feature"))
    if feature not in persona:
        raise _missing(row, f"personality.{feature}")
    fact = {"tag": feature, "value": str(persona[feature]), "hardness": _level(row.data.get("hardness"))}
    return {
        "id": _numbered(row),
        "text": _column(row, "response"),
        "subjects": [_subject("author", _AUTHOR, [fact])],
        "meta": {
            "persona": dict(persona),
            **_present(row, question="question_asked", anonymized_text="anonymized_response", label="label"),
        },
    }


def _synthpai(row: SourceRow) -> Mapping[str, object]:
    reviews = _optional_mapping(row, "reviews").get("human")
    labels = reviews if isinstance(reviews, Mapping) else {}
    facts = [
        {"tag": name, "value": str(label["estimate"]), "hardness": _level(label.get("hardness")), **_certainty(label)}
        for name in AUTHOR_ATTRIBUTES
        if isinstance(label := labels.get(name), Mapping) and label.get("estimate") not in (None, "")
    ]
    return {
        "id": _column(row, "id"),
        "text": _column(row, "text"),
        "subjects": [_subject("author", _AUTHOR, facts)],
        "meta": {
            "persona": dict(_mapping(row, "profile")),
            **_present(row, author="author", username="username", thread="thread_id", parent="parent_id"),
            **_present(row, guesses="guesses"),
        },
    }


def _db_bio(row: SourceRow) -> Mapping[str, object]:
    name = {"tag": "NAME", "value": str(_column(row, "people"))}
    meta = {"occupation": _column(row, "label"), **_present(row, anonymized_text="anonymized_text", page="wiki_name")}
    candidates = row.data.get("candidate_list")
    if isinstance(candidates, str):
        meta["candidates"] = [candidate.strip() for candidate in candidates.split(",")]
    return {
        "id": _numbered(row),
        "text": _column(row, "text"),
        "subjects": [_subject("person", "the person the biography is about", [name])],
        "meta": _with_split(row, meta),
    }


def _pupa(row: SourceRow) -> Mapping[str, object]:
    units = row.data.get("pii_units")
    return {
        "id": _numbered(row),  # queries and hashes repeat
        "text": _column(row, "user_query"),
        "meta": {
            "pii_units": [unit for unit in units.split("||") if unit] if isinstance(units, str) else [],
            **_present(row, category="predicted_category", response="target_response"),
            **_present(row, anonymized_text="redacted_query", conversation="conversation_hash"),
        },
    }


def _medqa(row: SourceRow) -> Mapping[str, object]:
    """The account of a patient is the text; question, options and answer are in the meta data."""
    options, answer = _medqa_endings(row) if "sent1" in row.data else _medqa_options(row)
    whole = str(_column(row, "sent1" if "sent1" in row.data else "question"))
    account = str(row.data.get("context") or "").strip()
    account, question = (account, whole) if account else split_vignette(whole)
    meta = {"question": question, "options": options, "answer": answer, "answer_text": options[answer]}
    text = account or question  # a question about nobody is still a document
    return {"id": row.data.get("id") or _numbered(row), "text": text, "meta": _with_split(row, meta)}


def _medqa_endings(row: SourceRow) -> tuple[Mapping[str, object], str]:
    options = {letter: _column(row, f"ending{number}") for number, letter in enumerate(_MEDQA_OPTIONS)}
    label = _column(row, "label")
    if str(label) not in map(str, range(len(_MEDQA_OPTIONS))):
        raise BadRowError(f"{row.place}: the label {label!r} is none of 0-3", "check the file, or pass --skip-bad")
    return options, _MEDQA_OPTIONS[int(str(label))]


def _medqa_options(row: SourceRow) -> tuple[Mapping[str, object], str]:
    options, answer = _mapping(row, "options"), str(_column(row, "answer_idx"))
    if answer not in options:
        raise BadRowError(f"{row.place}: the answer {answer!r} is no option", "check the file, or pass --skip-bad")
    return options, answer


def _wildchat(row: SourceRow) -> Mapping[str, object]:
    turns = _opened(row, "conversation", _column(row, "conversation"))
    if not isinstance(turns, Sequence) or not all(isinstance(turn, Mapping) for turn in turns):
        raise _missing(row, "conversation")
    lines = [f"{_SPEAKERS.get(str(turn.get('role')), 'OTHER')}: {turn.get('content') or ''}" for turn in turns]
    return {
        "id": _numbered(row),  # the hash of a conversation is not unique
        "text": "\n".join(lines),
        "meta": _present(
            row, conversation_id="conversation_id", conversation_hash="conversation_hash", language="language"
        ),
    }


def _rat_bench(row: SourceRow) -> Mapping[str, object]:
    """A text about one invented person: what it holds of the profile is true, the rest of the profile is not in it."""
    profile = _mapping(row, "profile")
    held = {kind: _identifiers(row, f"{kind}_identifiers", profile) for kind in ("direct", "indirect")}
    told = facts_of_columns({**held["direct"], **held["indirect"]})
    facts = [{"tag": tag, "value": value} for tag, value in told.items()]
    return {
        "id": row.data.get("id") or _numbered(row),
        "text": _column(row, "text"),
        "subjects": [_subject("person", "the person the text is about", facts)],
        "meta": {
            "persona": dict(profile),
            **{f"{kind}_identifiers": sorted(names) for kind, names in held.items()},
            **_present(row, level="level", scenario="scenario", language="language"),
        },
    }


def _identifiers(row: SourceRow, column: str, profile: Mapping[str, object]) -> Mapping[str, object]:
    """Return the identifiers that a text holds, by name: a list of names in the profile, or names with values."""
    found = _opened(row, column, _column(row, column))
    if isinstance(found, Mapping):
        return found
    if not isinstance(found, Sequence) or not all(isinstance(name, str) for name in found):
        raise BadRowError(f"{row.place}: '{column}' is no list of names", f"is this a file of '{row.dataset}'?")
    missing = [name for name in found if name not in profile]
    if missing:
        raise _missing(row, f"profile.{missing[0]}")
    return {name: profile[name] for name in found}


SHAPES: dict[str, RowShape] = {
    "db-bio": _db_bio,
    "medqa": _medqa,
    "pupa": _pupa,
    "rat-bench": _rat_bench,
    "reddit-synthetic": _reddit_synthetic,
    "spia": _spia,
    "synthpai": _synthpai,
    "tab": _tab,
    "wildchat": _wildchat,
}
"""The built-in shapes by the name the registry uses."""


def _numbered(row: SourceRow) -> str:
    part = f"{row.split}-" if row.split else ""
    return f"{row.dataset}-{part}{row.number:03d}"


def _subject(id_: str, description: str, facts: Sequence[Mapping[str, object]]) -> Mapping[str, object]:
    return {"id": id_, "description": description, "facts": facts}


def _with_split(row: SourceRow, meta: Mapping[str, object]) -> Mapping[str, object]:
    return {**meta, "split": row.split} if row.split else meta


def _present(row: SourceRow, **columns: str) -> dict[str, object]:
    """Return the columns that are there, under the names we give them."""
    found = ((name, row.data.get(column)) for name, column in columns.items())
    return {name: value for name, value in found if value is not None}


def _level(value: object) -> int:
    """Return a rating, or 0 for one that is missing or in words (SynthPAI has 'complicated')."""
    digits = str(value)
    return int(digits) if digits.isascii() and digits.isdigit() and int(digits) <= MAX_LEVEL else 0


def _certainty(label: Mapping[str, object]) -> dict[str, object]:
    return {"certainty": _level(label["certainty"])} if label.get("certainty") is not None else {}


def _column(row: SourceRow, name: str) -> object:
    value = row.data.get(name)
    if value is None:
        raise _missing(row, name)
    return value


def _mapping(row: SourceRow, name: str) -> Mapping[str, object]:
    value = _opened(row, name, _column(row, name))
    if not isinstance(value, Mapping):
        raise BadRowError(f"{row.place}: '{name}' is not an object", f"is this a file of '{row.dataset}'?")
    return value


def _optional_mapping(row: SourceRow, name: str) -> Mapping[str, object]:
    return {} if row.data.get(name) in (None, "") else _mapping(row, name)


def _opened(row: SourceRow, name: str, value: object) -> object:
    """Open a nested value that a flat file (CSV) keeps as JSON in its cell."""
    if not isinstance(value, str):
        return value
    try:
        return cast(object, json.loads(value))
    except (ValueError, RecursionError) as error:
        raise BadRowError(f"{row.place}: '{name}' does not hold JSON", "fix it, or pass --skip-bad") from error


def _missing(row: SourceRow, name: str) -> BadRowError:
    there = ", ".join(list(row.data)[:12]) or "none"
    return BadRowError(
        f"{row.place}: no column '{name}' (there are: {there})", f"check that the file belongs to '{row.dataset}'"
    )
