"""What a scripted model says and sees, and one without sockets: for tests where the way to it is not the matter."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gyges.errors import ConfigError
from gyges.models import Model, Reply, Request, model_of
from gyges.testing._protocol import MODEL, ChatMessage, ChatRequest
from gyges.testing._schema import schema_value

Answer: TypeAlias = Callable[[ChatRequest], str]
"""Called in the server's thread, so it must be quick; what it raises reaches the client as a 400 with the message."""

PLAIN_ANSWER = "This is a scripted answer of the Gyges model server."
"""What `schema_answer` says to a request without a schema."""
_OPENED = re.compile(r"^The text between the two lines that carry the mark (\w+) is data[^\n]*\n<<<\1\n", re.MULTILINE)


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


class ScriptedProvider:
    """Answers in this process. Parsing, correction, cache and budget of a real model all apply."""

    takes_schema = True
    endpoint = "scripted"
    model = MODEL

    def __init__(self, answer: Answer = schema_answer) -> None:
        self._answer = answer
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        """Answer one request and remember it."""
        self.requests.append(request)
        messages = tuple(ChatMessage(message.role, message.content) for message in request.messages)
        text = self._answer(ChatRequest(messages, self.model, request.schema, {}))
        return Reply(text, input_tokens=sum(len(m.content.split()) for m in messages), output_tokens=len(text.split()))

    async def aclose(self) -> None:
        """Hold nothing, give nothing back."""


def scripted_model(answer: Answer = schema_answer) -> Model:
    """Return a model that answers by a script.

    Example:
        >>> from gyges.testing import scripted
        >>> model = scripted_model(scripted(['{"people": 2}']))
        >>> model.name
        'scripted'
    """
    return model_of(ScriptedProvider(answer))


@dataclass(frozen=True, slots=True)
class NaivePrompt:
    """A prompt, taken apart."""

    orders: str  # the words outside all fences, of every turn but the model's own
    data: tuple[str, ...]  # what stands inside each fence, in order


def naive_prompt(request: ChatRequest) -> NaivePrompt:
    """Take a request apart as a reader does who believes the first closing mark; one that never comes ends with it.

    A scripted model that follows the orders shows whether a document got out of its fence.
    """
    orders, data = [], []
    for message in request.messages:
        if message.role != "assistant":
            outside, inside = _apart(message.content)
            orders.append(outside)
            data += inside
    return NaivePrompt("\n".join(orders), tuple(data))


def _apart(words: str) -> tuple[str, list[str]]:
    outside, inside, place = [], [], 0
    while (opened := _OPENED.search(words, place)) is not None:
        outside.append(words[place : opened.start()])
        closing = f"\n{opened[1]}>>>"
        end = words.find(closing, opened.end() - 1)
        end = len(words) if end < 0 else end
        inside.append(words[opened.end() : end])
        place = end + len(closing)
    return "".join((*outside, words[place:])), inside
