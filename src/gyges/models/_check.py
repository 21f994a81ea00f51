"""Is this model usable? One real question, and what the endpoint showed while answering it."""

from dataclasses import dataclass

import anyio
from pydantic import BaseModel, Field

from gyges.errors import EndpointUnavailableError
from gyges.models._cache import ReplyCache
from gyges.models._exchange import Request
from gyges.models._model import Model
from gyges.models._parse import AnswerProblem, parse_answer
from gyges.models._pool import ModelPool
from gyges.models._prompt import Prompt
from gyges.models._settings import ModelSettings
from gyges.models._template import DocumentText
from gyges.models._trouble import Trouble

__all__ = ["CheckResult", "check_model", "check_one"]

_TEXT = DocumentText("Ana called Ben about the keys. Ben did not answer.")


class _Count(BaseModel):
    people: int = Field(ge=0)
    first_name: str


@dataclass(frozen=True)
class _CountPeople(Prompt[_Count]):
    template = "prompts/check.jinja"
    answer = _Count
    max_tokens = 256

    text: DocumentText


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one call showed.

    Attributes:
        model: The spec of the model.
        seconds: How long the answer took.
        json_schema: Whether the endpoint enforces a JSON schema; otherwise the schema goes into the prompt.
        valid: Whether the first answer was valid.
        problem: What was wrong with it, empty when valid.
        usage: Whether the endpoint counts tokens.
        answer: The answer, shortened.
    """

    model: str
    seconds: float
    json_schema: bool
    valid: bool
    problem: str
    usage: bool
    answer: str


async def check_model(model: Model) -> CheckResult:
    """Ask one question, past the cache, and report what the endpoint supports."""
    prompt = _CountPeople(_TEXT)
    request = Request(prompt.messages(), prompt.schema(), max_tokens=prompt.max_tokens)
    started = anyio.current_time()
    try:
        reply = await model.provider.complete(request)  # no retries: who checks wants to know now
    except Trouble as trouble:
        raise EndpointUnavailableError(str(trouble), "check that the server runs and the address is right") from trouble
    seconds = anyio.current_time() - started
    problem = "" if reply.finish == "stop" else f"the answer ended with '{reply.finish}'"
    if not problem:
        try:
            parse_answer(reply.text, prompt)
        except AnswerProblem as error:
            problem = str(error)
    return CheckResult(
        model=model.name,
        seconds=round(seconds, 3),
        json_schema=model.provider.takes_schema,
        valid=not problem,
        problem=problem,
        usage=bool(reply.output_tokens),
        answer=" ".join(reply.text.split())[:200],
    )


async def check_one(spec: str, settings: ModelSettings) -> CheckResult:
    """Open a model, check it, and close it again."""
    async with ModelPool(settings, cache=ReplyCache()) as pool:
        return await check_model(pool.model(spec))
