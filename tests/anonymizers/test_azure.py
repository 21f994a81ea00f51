"""The real client of Azure AI Language against a server on this machine."""

import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anonymizers.azure_server import AzureServer, failure, found, ok
from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.detectors._azure import ENDPOINT_NAME, KEY_NAME, MOST_CHARACTERS, Azure, AzureOptions
from gyges.errors import (
    AccessDeniedError,
    AnswerInvalidError,
    ConfigError,
    EgressRefusedError,
    EndpointUnavailableError,
    GygesError,
    MissingExtraError,
    RequestRefusedError,
)
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, Release, apply_edits, edits_from_json

pytest.importorskip("azure.ai.textanalytics")
pytestmark = pytest.mark.anyio

KEY = "a1b2c3d4e5f6-secret"
TEXT = "👩🏽‍⚕️👨‍👩‍👧 Ana Kovač, nurse of Acme, 41 years, ran 30 km to Split in May 2019; art ana@example.com 912-44-1234"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[AzureServer]:
    monkeypatch.setenv(KEY_NAME, KEY)
    with AzureServer() as running:
        yield running


async def _release(server: AzureServer, text: str = TEXT, **options: Any) -> Release:
    async with ModelPool(ModelSettings(timeout=5)) as pool:
        return await Azure(AzureOptions(endpoint=server.url, **options), pool).anonymize(Document("d", text))


async def test_all_personal_data_the_service_finds_is_starred_in_place(server: AzureServer) -> None:
    release = await _release(server)
    assert len(release.text) == len(TEXT)
    assert release.text.startswith("👩🏽‍⚕️👨‍👩‍👧 *********, ***** of ****, ********, ran")
    assert not any(words in release.text for words in ("Ana", "Split", "Acme", "ana@", "912"))
    edits = edits_from_json(release.trace["edits"])
    assert apply_edits(TEXT, edits) == release.text
    assert [(TEXT[e.start : e.end], e.type, e.direct) for e in edits][:3] == [
        ("Ana Kovač", "PERSON", True),
        ("nurse", "DEM", False),
        ("Acme", "ORG", False),
    ]


async def test_the_service_is_asked_for_code_points_and_to_keep_no_logs(server: AzureServer) -> None:
    for mode, kind in (("pii", "PiiEntityRecognition"), ("entities", "EntityRecognition")):
        await _release(server, mode=mode)
        assert server.requests[-1]["kind"] == kind
        assert server.requests[-1]["parameters"]["stringIndexType"] == "UnicodeCodePoint"
        assert server.requests[-1]["parameters"]["loggingOptOut"] is True


async def test_the_mode_entities_keeps_the_categories_and_the_threshold_of_the_paper(server: AzureServer) -> None:
    release = await _release(server, mode="entities", replacement="angle")
    assert release.text == (
        "👩🏽‍⚕️👨‍👩‍👧 <Person>, <PersonType> of Acme, <Age>, ran 30 km to <City> in <DateRange>; art <Email> 912-44-1234"
    )
    low = await _release(server, mode="entities", replacement="square", threshold=0.2)
    assert "[PERSON], [DEM] of [ORG], [DEM]," in low.text


async def test_a_long_text_is_read_in_windows_and_masked_to_its_end(server: AzureServer) -> None:
    line = "😀 On that day Ana Kovač went to Split again. "
    text = line * 700
    release = await _release(server, text, replacement="square")
    assert release.text == line.replace("Ana Kovač", "[PERSON]").replace("Split", "[LOC]") * 700
    rows = [row for request in server.requests for row in request["analysisInput"]["documents"]]
    assert len(rows) > 5
    assert all(len(row["text"]) <= MOST_CHARACTERS for row in rows)
    assert all(len(request["analysisInput"]["documents"]) <= 5 for request in server.requests)
    assert release.trace["calls"] == len(server.requests)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.lists(st.sampled_from(["Ana Kovač", "Split", "😀", "é", "word", "\n\n", " ", ". "]), max_size=60))
async def test_offsets_hold_for_any_text_in_any_window(server: AzureServer, parts: list[str]) -> None:
    text = "".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gyges.anonymizers.detectors._azure.MOST_CHARACTERS", 80)
        patch.setattr("gyges.anonymizers.detectors._azure._OVERLAP", 20)
        release = await _release(server, text)
    assert release.text == text.replace("Ana Kovač", "*" * 9).replace("Split", "*" * 5)


async def test_an_answer_that_counts_in_utf16_is_an_error_and_no_release(server: AzureServer) -> None:
    def in_utf16(body: dict[str, Any]) -> Any:
        documents = [found(row) for row in body["analysisInput"]["documents"]]
        for entity in documents[0]["entities"]:
            entity["offset"] = len(TEXT[: entity["offset"]].encode("utf-16-le")) // 2
        return ok(body, documents)

    server.script = [in_utf16]
    with pytest.raises(AnswerInvalidError, match="not in the text there"):
        await _release(server)


async def test_a_part_that_was_refused_fails_the_whole_document(server: AzureServer) -> None:
    def partly(body: dict[str, Any]) -> Any:
        rows = body["analysisInput"]["documents"]
        error = {
            "code": "InvalidArgument",
            "message": "Invalid",
            "innererror": {"code": "InvalidDocument", "message": "too long"},
        }
        return ok(body, [found(row) for row in rows[1:]], [{"id": rows[0]["id"], "error": error}])

    server.script = [partly]
    with pytest.raises(RequestRefusedError, match="too long"):
        await _release(server, TEXT * 200)


async def test_a_part_that_is_missing_from_the_answer_fails_the_whole_document(server: AzureServer) -> None:
    server.script = [lambda body: ok(body, [found(row) for row in body["analysisInput"]["documents"][1:]])]
    with pytest.raises(AnswerInvalidError, match="answered for 4 of 5"):
        await _release(server, TEXT * 200)


async def test_throttling_is_waited_out(server: AzureServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    server.script = [failure(429, "429", "slow down", Retry_After="0")] * 2
    assert "Ana" not in (await _release(server)).text
    assert len(server.requests) == 3


async def test_throttling_without_end_is_an_error_and_no_release(
    server: AzureServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    server.script = [failure(429, "429", "slow down", Retry_After="0")] * 50
    with pytest.raises(EndpointUnavailableError, match="slow down"):
        await _release(server)


@pytest.mark.parametrize(
    ("status", "expected"),
    [(401, AccessDeniedError), (403, AccessDeniedError), (400, RequestRefusedError), (404, RequestRefusedError)],
)
async def test_a_refusal_is_told_in_words_without_the_key(
    server: AzureServer, status: int, expected: type[GygesError]
) -> None:
    server.script = [failure(status, "Refused", f"not with {KEY}")]
    with pytest.raises(expected) as caught:
        await _release(server)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"<html>sign in</html>",
        b'{"kind": "PiiEntityRecognitionResults", "results": {}}',
        b'{"results": 3}',
        b'{"kind": "PiiEntityRecognitionResults", "results": {"documents": [{"id": "0", "warnings": []}]}}',
        b'{"kind": "PiiEntityRecognitionResults", "results": {"documents": [{"id": "0", "warnings": [], "entities": '
        b'[{"text": "Ana", "category": "Person", "offset": null, "length": 3}]}], "errors": []}}',
    ],
)
async def test_an_answer_of_another_shape_is_an_error_and_no_release(server: AzureServer, content: bytes) -> None:
    server.script = [lambda _: (200, {}, content)]
    with pytest.raises(AnswerInvalidError):
        await _release(server)


async def test_a_redirect_is_not_followed(server: AzureServer) -> None:
    with AzureServer() as elsewhere:
        server.script = [lambda _: (307, {"Location": f"{elsewhere.url}/language/:analyze-text"}, b"")]
        with pytest.raises(GygesError):
            await _release(server)
        assert not elsewhere.requests


async def test_proxies_of_the_environment_are_not_used(server: AzureServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://192.0.2.9:3128")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert "Ana" not in (await _release(server)).text


async def test_a_host_that_was_not_named_gets_nothing() -> None:
    remote = AzureOptions(endpoint="https://x.cognitiveservices.azure.com")
    async with ModelPool() as pool:
        with pytest.raises(EgressRefusedError, match=r"--allow-host x\.cognitiveservices"):
            Azure(remote, pool)
    async with ModelPool(ModelSettings(allow_hosts=("x.cognitiveservices.azure.com",))) as pool:
        with pytest.raises(AccessDeniedError, match=KEY_NAME):
            Azure(remote, pool)
        with pytest.raises(ConfigError, match="unencrypted"):
            Azure(AzureOptions(endpoint="http://x.cognitiveservices.azure.com"), pool)


async def test_the_address_may_stand_in_the_environment(server: AzureServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENDPOINT_NAME, server.url)
    async with ModelPool() as pool:
        assert Azure(AzureOptions(), pool).settings["endpoint"] == server.url
        with pytest.raises(EgressRefusedError):  # an option wins, and the environment allows no host
            Azure(AzureOptions(endpoint="https://x.cognitiveservices.azure.com"), pool)


async def test_the_key_goes_to_the_service_and_nowhere_else(
    server: AzureServer, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with ModelPool() as pool:
            method = open_anonymizer("azure", Tools(pool), {"endpoint": server.url, "mode": "entities"})
            release = await method.anonymize(Document("d", TEXT))
    assert server.headers[-1]["ocp-apim-subscription-key"] == KEY
    assert KEY not in caplog.text + str(method.settings) + str(release)


async def test_without_the_client_the_extra_is_named(server: AzureServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "azure.ai.textanalytics", None)
    with pytest.raises(MissingExtraError, match=r"gyges\[azure\]"):
        await _release(server)
