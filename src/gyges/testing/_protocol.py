"""The two chat protocols: reading requests, and refusing them as the real endpoints do."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeGuard

from gyges.records import JsonValue

__all__ = [
    "FULL_CAPABILITIES",
    "MODEL",
    "Capabilities",
    "ChatMessage",
    "ChatRequest",
    "Dialect",
    "RefusedError",
    "read_chat",
]

MODEL = "scripted"
"""The model that the server lists; it answers to any other name too."""


class Dialect(StrEnum):
    """The protocols, by the path of their chat requests."""

    OPENAI = "/v1/chat/completions"
    ANTHROPIC = "/v1/messages"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What the endpoint supports; a request for anything else gets a 400 that names the parameter.

    Attributes:
        json_schema: Whether ``response_format`` may be a JSON schema (OpenAI protocol); ``"ignored"`` for an endpoint
            that takes one and does not hold to it: the answer function never sees it.
        usage: Whether answers report token counts.
        temperature: Whether the request may set it.
        max_tokens: Which of the two names the token limit must have (OpenAI protocol).
    """

    json_schema: bool | Literal["ignored"] = True
    usage: bool = True
    temperature: bool = True
    max_tokens: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"


FULL_CAPABILITIES = Capabilities()


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a conversation; parts of text are joined, others left out."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A chat request, whichever protocol brought it.

    Attributes:
        messages: The conversation; Anthropic's system prompt comes first, as a message.
        model: The name of the model.
        schema: The JSON schema that the answer must satisfy, if any.
        body: The whole request.
        tool: The tool whose call is the answer, if any (Anthropic protocol).
    """

    messages: tuple[ChatMessage, ...]
    model: str
    schema: Mapping[str, JsonValue] | None
    body: Mapping[str, JsonValue]
    tool: str | None = None

    @property
    def prompt(self) -> str:
        """The last message of the user."""
        return next((message.content for message in reversed(self.messages) if message.role == "user"), "")


class RefusedError(Exception):
    """A request that the endpoint does not accept."""

    def __init__(self, status: int, message: str, param: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.param = param
        self.code = code


def read_chat(dialect: Dialect, body: JsonValue, capabilities: Capabilities) -> ChatRequest:
    """Read a chat request.

    Raises:
        RefusedError: If it is malformed, or asks for what the endpoint does not support.
    """
    if not isinstance(body, Mapping):
        raise RefusedError(400, "the body must be a JSON object")
    model, turns = body.get("model"), body.get("messages")
    if not isinstance(model, str):
        raise RefusedError(400, "you must provide a model parameter", "model")
    if not isinstance(turns, list) or not turns or not all(_is_turn(turn) for turn in turns):
        raise RefusedError(400, "messages must be a non-empty array of {role, content}", "messages")
    messages = tuple(ChatMessage(str(turn["role"]), _text(turn.get("content"))) for turn in turns)
    if body.get("stream") is True:
        raise RefusedError(400, "streaming is not supported by this server", "stream")
    if "temperature" in body and not capabilities.temperature:
        raise RefusedError(400, "unsupported parameter: temperature", "temperature", "unsupported_parameter")
    if dialect is Dialect.OPENAI:
        return ChatRequest(messages, model, _openai_schema(body, capabilities), body)
    if not isinstance(body.get("max_tokens"), int):
        raise RefusedError(400, "max_tokens: Field required")
    if "system" in body:
        messages = (ChatMessage("system", _text(body["system"])), *messages)
    tool = _forced_tool(body)
    if tool is None:
        return ChatRequest(messages, model, None, body)
    schema = tool.get("input_schema")
    return ChatRequest(messages, model, schema if isinstance(schema, Mapping) else {}, body, str(tool.get("name")))


def _is_turn(value: JsonValue) -> TypeGuard[Mapping[str, JsonValue]]:
    return isinstance(value, Mapping) and isinstance(value.get("role"), str)


def _text(content: JsonValue) -> str:
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, Mapping))
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _openai_schema(body: Mapping[str, JsonValue], capabilities: Capabilities) -> Mapping[str, JsonValue] | None:
    other = "max_tokens" if capabilities.max_tokens == "max_completion_tokens" else "max_completion_tokens"
    if other in body:
        message = f"unsupported parameter: {other}; use {capabilities.max_tokens} instead"
        raise RefusedError(400, message, other, "unsupported_parameter")
    wanted = body.get("response_format")
    if not isinstance(wanted, Mapping) or wanted.get("type") == "text":
        return None
    if wanted.get("type") == "json_object":
        return {"type": "object"}
    if not capabilities.json_schema:
        message = f"response_format of type {wanted.get('type')} is not supported with this model"
        raise RefusedError(400, message, "response_format", "unsupported_parameter")
    named = wanted.get("json_schema")
    schema = named.get("schema") if isinstance(named, Mapping) else None
    if not isinstance(schema, Mapping):
        raise RefusedError(400, "missing required parameter: response_format.json_schema.schema", "response_format")
    return None if capabilities.json_schema == "ignored" else schema


def _forced_tool(body: Mapping[str, JsonValue]) -> Mapping[str, JsonValue] | None:
    tools, choice = body.get("tools"), body.get("tool_choice")
    if not isinstance(choice, Mapping) or choice.get("type") not in ("tool", "any"):
        return None
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, Mapping) and choice.get("name", tool.get("name")) == tool.get("name"):
            return tool
    raise RefusedError(400, f"tool_choice: tool {choice.get('name')} is not among the tools")
