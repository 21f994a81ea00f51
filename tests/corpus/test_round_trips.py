"""Properties: whatever a document holds survives every format, and no bytes whatever bring a reader down."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges.corpus import Format, read_documents, read_releases, write_documents
from gyges.corpus._schema import Utf16Index
from gyges.errors import GygesError
from gyges.records import Document, Fact, IdentifierType, JsonValue, Mention, Subject, taxonomy

EXAMPLES = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

texts = st.text(st.characters(codec="utf-8"), max_size=40)
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
tags = st.sampled_from((*taxonomy("spia").names, *taxonomy("author").names))
values = names.filter(lambda value: value == value.strip())
json_values: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
facts = st.builds(Fact, tags, values, st.integers(0, 5), st.integers(0, 5), st.lists(texts, max_size=2).map(tuple))
people = st.builds(Subject, names, texts, st.lists(facts, max_size=3).map(tuple))


@st.composite
def mentions_of(draw: st.DrawFn, text: str) -> tuple[Mention, ...]:
    found = []
    for _ in range(draw(st.integers(0, 3)) if text else 0):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        kind = draw(st.sampled_from(taxonomy("tab").names))
        found.append(Mention(start, end, text[start:end], kind, draw(st.sampled_from(IdentifierType)), draw(texts)))
    return tuple(found)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    text = draw(texts)
    return Document(
        id=draw(names),
        text=text,
        subjects=draw(st.none() | st.lists(people, max_size=3, unique_by=lambda person: person.id).map(tuple)),
        mentions=draw(st.none() | mentions_of(text)),
        meta=draw(st.dictionaries(texts, json_values, max_size=3)),
    )


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "tsv", "parquet"])
@EXAMPLES
@given(corpus=st.lists(documents(), max_size=4, unique_by=lambda document: document.id))
def test_any_document_survives_any_format(suffix: str, corpus: list[Document]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"out.{suffix}"
        assert write_documents(corpus, path) == len(corpus)
        assert list(read_documents(path)) == corpus


@given(st.text(st.characters(codec="utf-8"), max_size=60), st.data())
def test_utf16_offsets_agree_with_the_encoder(text: str, data: st.DataObject) -> None:
    point = data.draw(st.integers(0, len(text)))
    units = len(text[:point].encode("utf-16-le")) // 2
    assert Utf16Index(text).to_code_point(units) == point


rows_of_bytes = st.binary(max_size=200) | st.builds(b"\n".join, st.lists(st.binary(max_size=30), max_size=5))
cells = st.sampled_from([b"id", b"text", b'"', b",", b"\n", b"\r", b"\t", b"subjects", b"[{}]", b"\xff", b"\x00", b"1"])
tables = st.lists(cells, max_size=25).map(b"".join)


def _only_our_errors(content: bytes, name: str, format_: Format | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        for read in (read_documents, read_releases):
            try:
                list(read(path, format=format_))
            except GygesError:
                continue


@pytest.mark.parametrize(
    "name", ["a.jsonl", "a.json", "a.csv", "a.tsv", "a.parquet", "a.txt", "a.jsonl.gz", "a.csv.gz"]
)
@EXAMPLES
@given(
    content=rows_of_bytes | tables | rows_of_bytes.map(lambda tail: b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + tail)
)
def test_arbitrary_bytes_raise_only_our_own_errors(name: str, content: bytes) -> None:
    _only_our_errors(content, name)


@EXAMPLES
@given(at=st.integers(0, 400), to=st.integers(0, 255), cut=st.integers(0, 300))
def test_a_damaged_parquet_file_raises_only_our_own_errors(at: int, to: int, cut: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "a.parquet"
        write_documents([Document("a", "Ana is 40.", meta={"k": 1}), Document("b", "Ben")], whole)
        content = bytearray(whole.read_bytes())
    content[at % len(content)] = to
    _only_our_errors(bytes(content), "a.parquet")
    _only_our_errors(bytes(content[:-cut]), "a.parquet")


keys = (
    st.sampled_from(["id", "text", "metadata", "meta", "trace", "method", "data_id"])
    | st.sampled_from(["subjects", "facts", "PIIs", "tag", "value", "keyword", "certainty"])
    | st.sampled_from(["mentions", "start", "end", "type", "entities", "start_offset", "end_offset", "entity_type"])
)
odd_leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(st.characters() | st.characters(categories=["Cs"]), max_size=5)
    | st.sampled_from(["AGE", "PERSON", "DIRECT", "[]", "{}"])
)
odd_json: st.SearchStrategy[object] = st.recursive(
    odd_leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(keys, odd_json, max_size=6))
def test_rows_of_any_shape_raise_only_our_own_errors(row: dict[str, object]) -> None:
    _only_our_errors(json.dumps(row).encode(), "a.jsonl")
