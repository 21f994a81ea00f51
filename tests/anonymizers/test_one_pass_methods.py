"""What the methods have in common that ask a model for a rewrite: release, trace, settings, failures."""

import json
from typing import Any

import pytest

from anonymizers.rewrites import GOOD, REFUSAL, STORY, TRUNCATED, in_words, released, typed
from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Purpose, Tools
from gyges.errors import GygesError, RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.testing import ModelServer, scripted

pytestmark = pytest.mark.anyio

METHODS = ["deid-gpt", "dp-prompt", "prompt:general", "paraphrase"]
TEMPERATURES = {
    "deid-gpt": 0.05,
    "dp-prompt": 1.5,
    "prompt:general": 0.1,
    "paraphrase": 0.1,
}
OTHER = GOOD.replace("The first winter", "Their first winter").replace("began to teach", "started teaching")


def _body(server: ModelServer, number: int = 0) -> Any:
    return json.loads(json.dumps(server.requests[number].body))


def _good(method: str, layout: str = "typed") -> list[str]:
    wrap = typed if layout == "typed" else in_words
    return [wrap(GOOD)]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("layout", ["typed", "text"])
async def test_a_release_is_the_rewritten_text_with_its_trace(method: str, layout: str) -> None:
    with ModelServer(scripted(_good(method, layout))) as server:
        release = await released(server, method, options={"layout": layout})
        assert release.trace["model"] == server.spec()
    assert release.id == "d"
    assert release.method == method
    assert release.text == GOOD
    assert release.trace["temperature"] == TEMPERATURES[method]
    assert release.trace["repairs"] == []
    assert [_body(server, i)["temperature"] for i in range(len(server.requests))] == [TEMPERATURES[method]] * len(
        server.requests
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("answer", "reason"), [(REFUSAL, "refusal"), (STORY, "unchanged")])
async def test_what_is_no_rewrite_is_no_release(method: str, answer: str, reason: str) -> None:
    with ModelServer(scripted([typed(answer)] * 3)) as server, pytest.raises(RewriteFailedError, match=reason):
        await released(server, method)


@pytest.mark.parametrize("method", METHODS)
async def test_the_purpose_reaches_the_model_in_the_users_words(method: str) -> None:
    purpose = Purpose("that she was a teacher", "stories about the harbour")
    with ModelServer(scripted(_good(method))) as server:
        await released(server, method, purpose=purpose)
    assert all("that she was a teacher" in str(request.body) for request in server.requests)
    assert all("stories about the harbour" in str(request.body) for request in server.requests)


@pytest.mark.parametrize("method", METHODS)
async def test_settings_name_all_that_decides_a_release(method: str) -> None:
    with ModelServer() as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            tools = Tools(pool, model=server.spec())
            plain = open_anonymizer(method, tools).settings
            other = open_anonymizer(method, tools, {"temperature": "0.9", "layout": "text"}).settings
            purposed = open_anonymizer(method, Tools(pool, model=server.spec(), purpose=Purpose("age"))).settings
    assert plain["model"] == server.spec()
    assert len(str(plain["prompt"])) == 64
    assert (other["temperature"], other["layout"]) == (0.9, "text")
    assert purposed != plain
    json.dumps(plain)


async def test_in_the_plain_layout_whatever_comes_is_the_release_as_published() -> None:
    for said in (REFUSAL, TRUNCATED, "xq zz\n#\nblub"):
        with ModelServer(scripted([said])) as server:
            assert (await released(server, "dp-prompt", options={"layout": "plain"})).text == said.strip()
            assert "no JSON" not in str(_body(server)["messages"])
            assert "response_format" not in _body(server)
    with ModelServer(scripted([""] * 3)) as server, pytest.raises(GygesError, match="empty"):
        await released(server, "dp-prompt", options={"layout": "plain"})


@pytest.mark.parametrize(
    ("relations", "said"), [(False, "neighbour, patient), and so do he and she"), (True, "go too")]
)
async def test_the_redacting_method_hides_words_of_relation_where_told(relations: bool, said: str) -> None:
    with ModelServer(scripted(_good("deid-gpt"))) as server:
        await released(server, "deid-gpt", options={"relations": relations})
        assert said in str(_body(server)["messages"])


async def test_the_redacting_method_may_leave_a_text_that_names_nobody() -> None:
    plain = "it rained all day and then the sun came out for a while"
    with ModelServer(scripted([typed(plain)])) as server:
        assert (await released(server, "deid-gpt", plain)).text == plain


async def test_a_temperature_that_an_api_lowers_is_told_as_it_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    from gyges.models import ModelSettings

    async with ModelPool(ModelSettings(allow_hosts=("api.anthropic.com",)), cache=ReplyCache()) as pool:
        method = open_anonymizer("dp-prompt", Tools(pool, model="anthropic/claude"))
    assert method.settings["temperature"] == 1.0


async def test_the_paraphrase_never_sees_what_was_taken_out() -> None:
    with ModelServer(scripted([typed(GOOD), typed(OTHER)])) as server:
        release = await released(server, "paraphrase", options={"sanitize": True})
    assert "Nora Feld" in str(server.requests[0].body)
    assert "Nora Feld" not in str(server.requests[1].body)
    assert release.trace["windows"] == {"sanitize": 1, "paraphrase": 1}


async def test_repairs_of_both_passes_are_told() -> None:
    answers = [typed(f"Anonymized text:\n{GOOD}"), typed(f"```\n{OTHER}\n```")]
    with ModelServer(scripted(answers)) as server:
        release = await released(server, "paraphrase", options={"sanitize": True})
    assert release.trace["repairs"] == [
        "a label before the text was cut off",
        "a code fence around the text was cut off",
    ]
    assert release.text == OTHER
