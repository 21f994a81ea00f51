"""Questions answered in plain words instead of JSON, with the same corrective turns as typed ones."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from gyges.errors import AnswerInvalidError, AnswerTruncatedError
from gyges.models._exchange import Message, Reply, Request
from gyges.models._model import MAX_CORRECTIONS, Model
from gyges.models._prompt import Prompt

__all__ = ["ask_in_words"]

_Read = TypeVar("_Read")


async def ask_in_words(
    model: Model,
    question: Request,
    read: Callable[[str], _Read],
    again: Callable[[str], Prompt],  # type: ignore[type-arg]  # the answer is words, whatever they are about
    wanted: str,
) -> _Read:
    """Ask, and read the answer; say what is wrong with it in at most two corrective turns.

    Args:
        model: Who is asked.
        question: The conversation so far, without a schema.
        read: Reads an answer; raises ValueError with what is wrong with it.
        again: Makes the corrective turn from what was wrong.
        wanted: What is asked for, in the words of an error: "rewrite".

    Raises:
        AnswerInvalidError: No answer could be read to the end.
        ModelError: The endpoint could not be used.
    """
    request, keys = question, []
    reply, problem = Reply(""), ""
    for _ in range(MAX_CORRECTIONS + 1):
        keys.append(request.digest(model.provider.endpoint, model.provider.model))
        reply = await model.complete(request)
        if reply.finish == "refused":
            problem = "the model declined to answer"
            break
        if reply.finish == "length":
            problem = "the answer was cut off at the token limit"
            request = replace(request, max_tokens=request.max_tokens * 2)
            continue
        try:
            return read(reply.text)
        except ValueError as error:
            problem = str(error)
        turns = (Message("assistant", reply.text), *again(problem).messages(model.wording))
        request = replace(request, messages=(*request.messages, *turns))
    model.cache.forget(keys)
    kind = AnswerTruncatedError if reply.finish == "length" else AnswerInvalidError
    raise kind(
        f"{model.name} gave no {wanted} in {len(keys)} turns: {problem}",
        "try another model, or run the same command again",
    )
