"""The OpenAI-compatible chat protocol: OpenAI, vLLM, Ollama, llama.cpp, OpenRouter and many more."""

import re
from collections.abc import Mapping

from gyges.errors import RequestRefusedError
from gyges.models._exchange import FinishReason, Message, Reply, Request, Trouble
from gyges.models._shape import keeps_to, shape_in_words
from gyges.models._template import prompt_text
from gyges.models._transport import HttpEndpoint
from gyges.records import JsonValue

_FINISH: dict[str, FinishReason] = {
    "None": "stop",  # some servers leave it out
    "stop": "stop",
    "eos": "stop",
    "tool_calls": "stop",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "refused",
}


_REFUSING = {
    "unsupported",
    "supported",
    "support",
    "unknown",
    "invalid",
    "unrecognized",
    "allowed",
    "param",
    "parameter",
}


class OpenAIDialect:
    """Bodies and answers of the protocol, and what one endpoint was found not to understand.

    Endpoints differ in three parameters. Each starts as most of them take it and is changed when the endpoint
    refuses it by name, so a run pays for that once. Some take a JSON schema and ignore it: after the first answer that
    shows so, the schema still goes with each request, and its words too.
    """

    def __init__(self, model: str) -> None:
        self.model = model
        self.takes_schema = True
        self.keeps_schema = True
        self.takes_temperature = True
        self.limit_name = "max_tokens"

    def body(self, request: Request) -> dict[str, object]:
        """Return the body of a request."""
        native = request.schema is not None and self.takes_schema
        in_words = request.schema is not None and not (self.takes_schema and self.keeps_schema)
        messages = with_schema_in_words(request) if in_words else request.messages
        body: dict[str, object] = {
            "model": self.model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            self.limit_name: request.max_tokens,
        }
        if self.takes_temperature:
            body["temperature"] = request.temperature
            if request.top_p is not None:
                body["top_p"] = request.top_p
        if native:
            schema = {"name": "answer", "schema": request.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    def learn(self, refusal: str) -> bool:
        """Take note of what a refused request had too much of; False when nothing can be changed."""
        words = set(re.findall(r"[a-z_]+", refusal.lower()))
        if self.takes_schema and words & {"response_format", "json_schema", "grammar"}:
            self.takes_schema = False
        elif self.limit_name == "max_tokens" and "max_completion_tokens" in words:
            self.limit_name = "max_completion_tokens"
        elif self.takes_temperature and words & {"temperature", "top_p"} and words & _REFUSING:
            self.takes_temperature = False
        else:
            return False
        return True

    def note(self, request: Request, reply: Reply) -> None:
        """Take note of a whole answer that no endpoint would let through which enforces the schema of its request."""
        if request.schema is not None and reply.finish == "stop" and not keeps_to(reply.text, request.schema):
            self.keeps_schema = False

    def reply(self, data: Mapping[str, JsonValue]) -> Reply:
        """Read the answer of an endpoint."""
        choices = data.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, Mapping) else None
        if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
            raise Trouble("the endpoint sent an answer without a message")
        content, usage = message.get("content"), data.get("usage")
        usage = usage if isinstance(usage, Mapping) else {}
        finish = "refused" if message.get("refusal") else finish_reason(choice.get("finish_reason"), _FINISH)
        return Reply(
            text=whole_characters(content) if isinstance(content, str) else "",
            finish=finish,
            input_tokens=_count(usage.get("prompt_tokens")),
            output_tokens=_count(usage.get("completion_tokens")),
        )


class OpenAIProvider:
    """One model behind an OpenAI-compatible address."""

    def __init__(self, endpoint: HttpEndpoint, model: str) -> None:
        self._http = endpoint
        self._dialect = OpenAIDialect(model)

    @property
    def endpoint(self) -> str:
        """The base address."""
        return self._http.url

    @property
    def model(self) -> str:
        """The name of the model at the endpoint."""
        return self._dialect.model

    @property
    def takes_schema(self) -> bool:
        """Whether the endpoint has not refused a JSON schema so far."""
        return self._dialect.takes_schema

    async def complete(self, request: Request) -> Reply:
        """Answer one request, once more when the endpoint names a parameter it does not take."""
        while True:
            sent = self._dialect.body(request)
            try:
                reply = self._dialect.reply(await self._http.post("/chat/completions", sent))
            except RequestRefusedError as refusal:
                # Another request may have learned it while this one was under way.
                if sent == self._dialect.body(request) and not self._dialect.learn(refusal.problem):
                    raise
            else:
                self._dialect.note(request, reply)
                return reply

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()


def with_schema_in_words(request: Request) -> tuple[Message, ...]:
    """Return the messages with the shape of the answer at the end, for endpoints that do not enforce a schema."""
    words = prompt_text("schema.jinja", shape=shape_in_words(request.schema or {}))
    *before, last = request.messages
    return (*before, Message(last.role, f"{last.content}\n\n{words}"))


def finish_reason(said: object, known: Mapping[str, FinishReason]) -> FinishReason:
    """Return why an answer ended; an end that nobody knows is trouble, not a whole answer."""
    reason = str(said).lower() if said is not None else "None"
    if reason not in known:
        raise Trouble(f"the answer ended with '{reason}'")
    return known[reason]


def whole_characters(text: str) -> str:
    """Return a text without halves of characters, which could neither be sent back nor stored."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
