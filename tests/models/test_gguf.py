"""A real language model in this process."""

from pathlib import Path

import pytest

from gyges.errors import InputError, RequestRefusedError
from gyges.models import Message, ModelPool, ReplyCache, Request
from gyges.models._check import check_model

pytestmark = pytest.mark.anyio


async def test_a_missing_model_file_is_named() -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        with pytest.raises(InputError, match="no model file"):
            pool.model("gguf:nowhere.gguf")


@pytest.mark.slow
async def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.gguf"
    path.write_text("Dear Ana")
    async with ModelPool(cache=ReplyCache()) as pool:
        with pytest.raises(InputError, match="cannot be loaded"):
            await check_model(pool.model(f"gguf:{path}"))


@pytest.mark.slow
async def test_a_small_model_answers_within_the_schema_and_is_paid_once(small_model: Path) -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        model = pool.model(f"gguf:{small_model}")
        result = await check_model(model)
        assert result.valid
        assert result.json_schema == "enforced"
        assert result.usage
        request = Request((Message("user", "Say hello to Ana."),), max_tokens=8)
        first = await model.complete(request)
        assert first.output_tokens > 0
        assert await model.complete(request) == first
        assert (pool.ledger.total.calls, pool.ledger.total.cached_calls, pool.ledger.total.usd) == (1, 1, 0.0)


async def test_two_files_of_one_name_and_size_are_two_models(tmp_path: Path) -> None:
    endpoints = []
    for content in (b"a", b"b"):
        folder = tmp_path / content.decode()
        folder.mkdir()
        (folder / "m.gguf").write_bytes(content * 100)
        async with ModelPool(cache=ReplyCache()) as pool:
            endpoints.append(pool.model(f"gguf:{folder / 'm.gguf'}").provider.endpoint)
    assert endpoints[0] != endpoints[1]


@pytest.mark.slow
async def test_a_text_beyond_the_context_is_refused_and_not_cut(small_model: Path) -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        with pytest.raises(RequestRefusedError, match="context"):
            await pool.model(f"gguf:{small_model}").complete(
                Request((Message("user", "word " * 20_000),), max_tokens=4)
            )
