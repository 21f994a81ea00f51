"""Is this model usable? Two real questions, and what the endpoint showed while answering them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import anyio
from pydantic import BaseModel, Field

from gyges.errors import EndpointUnavailableError
from gyges.models._cache import ReplyCache
from gyges.models._exchange import Reply, Request, Trouble
from gyges.models._model import Model
from gyges.models._parse import AnswerProblem, parse_answer
from gyges.models._pool import ModelPool
from gyges.models._prompt import Answer, Prompt
from gyges.models._settings import ModelSettings
from gyges.models._shape import keeps_to
from gyges.models._template import DocumentText

SchemaUse: TypeAlias = Literal["enforced", "ignored", "refused"]

_TEXT = DocumentText("Ana called Ben about the keys. Ben did not answer.")


class _Count(BaseModel):
    people: int = Field(ge=0)
    first_name: str


@dataclass(frozen=True)
class _CountPeople(Prompt[_Count], template="prompts/check.jinja", max_tokens=256):
    text: DocumentText


class _Tree(BaseModel):
    answer: Literal["maple", "willow"]


@dataclass(frozen=True)
class _NameAColour(Prompt[_Tree], template="prompts/probe.jinja", max_tokens=256):
    """A question whose plain answer is not among those that the schema lets through."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What two calls showed."""

    model: str  # the spec of the model
    seconds: float  # how long the answer took
    json_schema: SchemaUse  # what the endpoint does with a JSON schema
    valid: bool  # whether the answer was valid
    problem: str  # what was wrong with it, empty when valid
    usage: bool  # whether the endpoint counts tokens
    answer: str  # the answer, shortened


async def check_model(model: Model) -> CheckResult:
    """Ask two questions, past the cache, and report what the endpoint supports."""
    probe, _ = await _asked(model, _NameAColour())
    if not model.provider.takes_schema:
        schema_use: SchemaUse = "refused"
    else:
        schema_use = "enforced" if keeps_to(probe.text, _NameAColour().schema()) else "ignored"
    prompt = _CountPeople(_TEXT)
    reply, seconds = await _asked(model, prompt)
    problem = "" if reply.finish == "stop" else f"the answer ended with '{reply.finish}'"
    if not problem:
        try:
            parse_answer(reply.text, prompt)
        except AnswerProblem as error:
            problem = str(error)
    return CheckResult(
        model=model.name,
        seconds=round(seconds, 3),
        json_schema=schema_use,
        valid=not problem,
        problem=problem,
        usage=bool(reply.output_tokens),
        answer=" ".join(reply.text.split())[:200],
    )


async def _asked(model: Model, prompt: Prompt[Answer]) -> tuple[Reply, float]:
    request = Request(prompt.messages(), prompt.schema(), max_tokens=prompt.max_tokens)
    started = anyio.current_time()
    try:
        reply = await model.provider.complete(request)  # no retries: who checks wants to know now
    except Trouble as trouble:
        raise EndpointUnavailableError(str(trouble), trouble.remedy) from trouble
    return reply, anyio.current_time() - started


async def check_one(spec: str, settings: ModelSettings) -> CheckResult:
    """Open a model, check it, and close it again."""
    async with ModelPool(settings, cache=ReplyCache()) as pool:
        return await check_model(pool.model(spec))
