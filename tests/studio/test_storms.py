"""Strange questions to every route of the schema: refused with words, never answered with a failure of ours."""

import contextlib
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation

from studio.conftest import RunningStudio, StartStudio

pytestmark = pytest.mark.slow

_EXAMPLES = 6  # a route and a way of asking; the whole stays under a minute on two quiet cores
_TEXT = "Ana Reis, 34, is a nurse in Lisbon."
_RELEASES = [{"id": "one", "text": "Somebody is a nurse.", "method": "mask"}]


@pytest.fixture
def studio(start_studio: StartStudio) -> RunningStudio:
    """A studio with a document and a release."""
    return start_studio([{"id": "one", "text": _TEXT}], {"masked": _RELEASES})


def _ask(operation: APIOperation[Any, Any, Any, Any], client: httpx.Client, mode: GenerationMode) -> list[str]:
    """Ask one route many times; return where it failed."""
    failed: list[str] = []

    @settings(
        max_examples=_EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        asked = case.as_transport_kwargs(base_url=str(client.base_url))
        asked.pop("cookies", None)
        headers = {
            name: value for name, value in dict(asked.pop("headers", {})).items() if name.lower() != "user-agent"
        }
        try:
            answer = client.request(**_for_httpx(asked), headers=headers)
        except (httpx.InvalidURL, UnicodeEncodeError, httpx.LocalProtocolError):
            return  # nothing that could be sent
        if answer.status_code >= 500:
            failed.append(f"{case.method} {case.path} {asked!r}: {answer.status_code} {answer.text[:200]}")

    with contextlib.suppress(Unsatisfiable):  # a route that takes nothing cannot be asked wrongly
        ask()
    return failed


def _for_httpx(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of one client as another takes them."""
    given = {name: value for name, value in asked.items() if name in ("method", "url", "params", "json")}
    if asked.get("data") is not None:
        given["content"] = asked["data"]
    return given


def test_no_route_fails_whatever_it_is_asked(studio: RunningStudio) -> None:
    client = studio.client()
    schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
    failed: list[str] = []
    asked = 0
    for found in schema.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]  # a schema with an error raises here, and should
        asked += 1
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            client.get(studio.link_for("ana"))  # signing out is one of the routes
            failed += _ask(operation, client, mode)
    assert not failed, "\n".join(failed)
    assert asked > 40
