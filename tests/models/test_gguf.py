"""A real language model in this process."""

from pathlib import Path

import pytest

from gyges.errors import AnswerInvalidError, InputError, RequestRefusedError
from gyges.models import Message, ModelPool, ReplyCache, Request, check_model
from models.questions import question

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
        assert result.json_schema
        assert result.usage
        try:
            people = (await model.ask(question("Ana met Ben in Porto."))).people
            assert all(0 <= person.certainty <= 5 for person in people)
            calls = pool.ledger.total.calls
            await model.ask(question("Ana met Ben in Porto."))
            assert pool.ledger.total.calls == calls
        except AnswerInvalidError as error:  # allowed: a failure that says so
            assert error.code in ("GY306", "GY307")  # noqa: PT017
        assert pool.ledger.total.usd == 0.0


@pytest.mark.slow
async def test_a_text_beyond_the_context_is_refused_and_not_cut(small_model: Path) -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        with pytest.raises(RequestRefusedError, match="context"):
            await pool.model(f"gguf:{small_model}").complete(
                Request((Message("user", "word " * 20_000),), max_tokens=4)
            )
