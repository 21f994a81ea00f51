"""Files behind URLs: read as a stream from real servers, written whole, and every trouble in one line."""

import gzip
import json
import re
import tracemalloc
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from corpus.stores import BUCKET, PASSWORD, USER, s3_server, web_server
from gyges.corpus import SkippedRows, StoreUrl, read_documents, read_known, read_releases, write_documents
from gyges.errors import (
    ConfigError,
    GygesError,
    InputError,
    MissingExtraError,
    OutputExistsError,
    RemoteFileError,
    UnknownNameError,
)
from gyges.records import Document

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the libraries of stores
DOCUMENTS = tuple(Document(f"d{number}", f"Ana Souza wrote letter {number}, in São Paulo.") for number in range(3))
LINES = b"".join(json.dumps({"id": one.id, "text": one.text}).encode() + b"\n" for one in DOCUMENTS)
FILES = {
    "/letters.jsonl": LINES,
    "/letters.jsonl.gz": gzip.compress(LINES),
    "/latin.csv": "id,text\nd0,São Paulo é uma cidade muito grande\n".encode("latin-1"),
    "/private/letters.jsonl": LINES,
    "/short/letters.jsonl": LINES,
    "/half.jsonl.gz": gzip.compress(LINES)[:-9],
    "/empty.jsonl": b"",
    "/bad.jsonl": LINES + b"{\n",
}


@pytest.fixture(scope="module")
def web() -> Iterator[str]:
    with web_server(FILES, statuses={"/denied.jsonl": 403, "/broken.jsonl": 500}) as host:
        yield host


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch, s3_server(patch) as address:
        yield address


@pytest.fixture
def memory() -> Iterator[Any]:
    store = import_module("fsspec").filesystem("memory")
    yield store
    store.rm("/", recursive=True)


def _texts(source: str) -> list[tuple[str, str]]:
    return [(document.id, document.text) for document in read_documents(source)]


TEXTS = [(document.id, document.text) for document in DOCUMENTS]


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".tsv", ".parquet"])
@pytest.mark.usefixtures("memory")
def test_every_format_goes_to_a_store_and_comes_back(suffix: str) -> None:
    assert write_documents(DOCUMENTS, f"memory://box/letters{suffix}") == 3
    assert _texts(f"memory://box/letters{suffix}") == TEXTS


def test_s3_takes_and_gives_files(s3: str) -> None:
    url = f"s3://{BUCKET}/2026/letters.jsonl"
    write_documents(DOCUMENTS, url)
    assert _texts(url) == TEXTS
    assert {release.id for release in read_releases(StoreUrl(url))} == {"d0", "d1", "d2"}
    with pytest.raises(OutputExistsError, match=re.escape(f"{url} is there already")):
        write_documents(DOCUMENTS, url)
    write_documents(DOCUMENTS[:1], url, force=True)
    assert _texts(url) == TEXTS[:1]


def test_a_file_of_many_requests_is_read_whole(s3: str) -> None:
    long = [Document(f"d{number}", f"{number} " + "letters " * 400_000) for number in range(6)]  # 19 MB, three requests
    write_documents(long, f"s3://{BUCKET}/long.jsonl")
    assert [document.text for document in read_documents(f"s3://{BUCKET}/long.jsonl")] == [one.text for one in long]


def test_the_web_is_read(web: str) -> None:
    for name in ("letters.jsonl", "letters.jsonl.gz"):
        assert _texts(f"http://{web}/{name}") == TEXTS
    assert _texts(f"http://{web}/latin.csv") == [("d0", "São Paulo é uma cidade muito grande")]
    assert _texts(f"http://{USER}:{PASSWORD}@{web}/private/letters.jsonl?version=2") == TEXTS
    assert _texts(f"http://{web}/empty.jsonl") == []
    assert len(read_known([f"http://{web}/letters.jsonl"]).documents) == 3


def test_a_large_file_is_never_in_memory_as_a_whole() -> None:
    line = json.dumps({"text": "letters " * 32_000}).encode()[:-1]

    def body() -> Iterator[bytes]:
        for number in range(160):  # 40 MB
            yield line + b', "id": "d%d"}\n' % number

    with web_server({"/large.jsonl": body}) as host:
        tracemalloc.start()
        try:
            assert sum(1 for _ in read_documents(f"http://{host}/large.jsonl")) == 160
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < 20e6


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("none.jsonl", "GY108 there is no {url}; check the URL"),
        ("denied.jsonl", "GY108 {url} may not be read; check the credentials in your environment"),
        ("private/letters.jsonl", "GY108 {url} may not be read; check the credentials in your environment"),
        ("broken.jsonl", "GY108 {url} cannot be read (HTTP status 500); check network and URL, and run"),
        ("half.jsonl.gz", "GY101 {url} is not a whole gzip file"),
        ("letters", "GY101 {url} has no suffix that tells its format"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(web: str, path: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read_documents(f"http://{web}/{path}"))
    assert str(caught.value).startswith(said.format(url=f"http://{web}/{path}"))
    assert "\n" not in str(caught.value)


def test_a_file_that_breaks_off_is_an_error_and_not_a_shorter_corpus(web: str) -> None:
    with pytest.raises(RemoteFileError, match=r"short/letters.jsonl cannot be read|bytes, and"):
        list(read_documents(f"http://{web}/short/letters.jsonl", skipped=SkippedRows()))


def test_a_file_that_shrinks_while_it_is_read_is_an_error(memory: Any) -> None:
    write_documents((Document(f"d{number}", "letters " * 200_000) for number in range(4)), "memory://box/a.jsonl")
    read = read_documents("memory://box/a.jsonl")
    next(read)
    memory.store["/box/a.jsonl"].truncate(4_000_000)
    with pytest.raises(RemoteFileError, match=r"memory://box/a.jsonl has 6,400,\d+ bytes, and 4,000,000 came"):
        list(read)


def test_a_folder_in_a_store_is_no_file(s3: str) -> None:
    with pytest.raises(InputError, match=f"s3://{BUCKET}/ is a folder"):
        list(read_documents(f"s3://{BUCKET}/", format="jsonl"))
    with pytest.raises(RemoteFileError, match=r"there is no s3://nowhere/a\.jsonl"):
        list(read_documents("s3://nowhere/a.jsonl"))


def test_without_credentials_a_store_says_so(s3: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    store = import_module("s3fs").S3FileSystem
    store.clear_instance_cache()
    with pytest.raises(RemoteFileError, match=r"letters\.jsonl may not be read; check the credentials"):
        list(read_documents(f"s3://{BUCKET}/letters.jsonl"))
    store.clear_instance_cache()


@pytest.mark.parametrize(
    ("url", "kind", "said"),
    [
        ("gs://box/a.jsonl", ConfigError, "gs:// needs a package that is not installed; run: pip install gcsfs"),
        ("sftp://box/a.jsonl", ConfigError, "sftp:// needs a package that is not installed; run: pip install paramiko"),
        ("nfs9://box/a.jsonl", UnknownNameError, "there is no store called nfs9://; use one such as s3://"),
    ],
)
def test_a_store_that_nobody_knows_here_is_named_with_what_helps(
    url: str, kind: type[GygesError], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("gcsfs", "paramiko"):
        monkeypatch.setitem(__import__("sys").modules, package, None)  # as if it were not installed
    with pytest.raises(kind, match=re.escape(said)):
        list(read_documents(url))
    with pytest.raises(kind, match=re.escape(said)):
        write_documents(DOCUMENTS, url)


def test_without_the_extra_the_way_to_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(MissingExtraError, match=re.escape("a file behind s3:// needs the extra 'store'")):
        list(read_documents("s3://clinic/a.jsonl"))


def test_what_fails_half_way_leaves_nothing_in_the_store(memory: Any) -> None:
    def half() -> Iterator[Document]:
        yield DOCUMENTS[0]
        raise InputError("the originals end here", "look at them")

    write_documents(DOCUMENTS, "memory://box/there.jsonl")
    for name in ("new.jsonl", "there.jsonl"):
        with pytest.raises(InputError, match="the originals end here"):
            write_documents(half(), f"memory://box/{name}", force=True)
    assert not memory.exists("/box/new.jsonl")
    assert _texts("memory://box/there.jsonl") == TEXTS
