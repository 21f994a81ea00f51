"""What the model server says: one function from request to text, ready-made or the user's own."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from gyges.errors import ConfigError
from gyges.testing._protocol import ChatRequest
from gyges.testing._schema import schema_value

__all__ = ["PLAIN_ANSWER", "Answer", "by_pattern", "schema_answer", "scripted"]

Answer: TypeAlias = Callable[[ChatRequest], str]
"""Called in the server's thread, so it must be quick; what it raises reaches the client as a 400 with the message."""

PLAIN_ANSWER = "This is a scripted answer of the Gyges model server."
"""What `schema_answer` says to a request without a schema."""


def schema_answer(request: ChatRequest) -> str:
    """Answer with a small value that satisfies the requested schema and depends on the last user message.

    Raises:
        ConfigError: If the schema needs what is not built here, such as a pattern.
    """
    return PLAIN_ANSWER if request.schema is None else json.dumps(schema_value(request.schema, request.prompt))


def scripted(texts: Iterable[str]) -> Answer:
    """Answer with the texts in their order; a request after the last one is an error.

    Faults use up no text; a request whose turn has come does, even if its client leaves before the latency is over.
    """
    remaining = iter(tuple(texts))

    def answer(request: ChatRequest) -> str:
        for text in remaining:
            return text
        raise ConfigError(
            f"the scripted answers are used up; the next request ends with: {request.prompt[-200:]}",
            "script more answers or send fewer requests",
        )

    return answer


def by_pattern(answers: Mapping[str, str | Answer]) -> Answer:
    """Answer by the first regular expression that is found in the messages.

    Args:
        answers: A text or a function for each expression; ``""`` as the last one matches everything.
    """
    compiled = [(re.compile(pattern, re.DOTALL), answer) for pattern, answer in answers.items()]

    def answer(request: ChatRequest) -> str:
        text = "\n".join(message.content for message in request.messages)
        for pattern, chosen in compiled:
            if pattern.search(text):
                return chosen if isinstance(chosen, str) else chosen(request)
        raise ConfigError(f"no pattern matches a request that ends with: {text[-200:]}", "add a pattern for it")

    return answer
