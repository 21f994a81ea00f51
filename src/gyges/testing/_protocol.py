"""The two chat protocols: reading requests, answering and refusing them as the real endpoints do."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeGuard

from gyges.records import JsonValue

MODEL = "scripted"
"""The model that the server lists; it answers to any other name too."""
_CREATED = 1_700_000_000  # fixed, so that equal requests get equal bytes
_ANTHROPIC_ERRORS = {
    401: "authentication_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
_OPENAI_ERRORS = {429: "rate_limit_error", 500: "server_error", 503: "server_error"}


class Dialect(StrEnum):
    """The protocols, by the path of their chat requests."""

    OPENAI = "/v1/chat/completions"
    ANTHROPIC = "/v1/messages"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What the endpoint supports; a request for anything else gets a 400 that names the parameter."""

    json_schema: bool | Literal["ignored"] = True  # whether ``response_format`` may be a JSON schema (OpenAI protocol)
    usage: bool = True  # whether answers report token counts
    temperature: bool = True  # whether the request may set it
    # which of the two names the token limit must have (OpenAI protocol)
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
    """Read a chat request."""
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


@dataclass(frozen=True, slots=True)
class HttpReply:
    """An HTTP response."""

    status: int  # the status code
    body: bytes  # the whole body
    headers: tuple[tuple[str, str], ...] = (("content-type", "application/json"),)  # all headers but the length
    cut: bool = False  # whether to send half of the body and close the connection


def json_reply(status: int, value: JsonValue, *headers: tuple[str, str]) -> HttpReply:
    """Wrap a JSON value into a response."""
    return HttpReply(status, json.dumps(value).encode(), (("content-type", "application/json"), *headers))


def error_reply(dialect: Dialect, error: RefusedError, *headers: tuple[str, str]) -> HttpReply:
    """Wrap an error in the shape of its protocol."""
    if dialect is Dialect.ANTHROPIC:
        kind = _ANTHROPIC_ERRORS.get(error.status, "invalid_request_error")
        return json_reply(error.status, {"type": "error", "error": {"type": kind, "message": str(error)}}, *headers)
    kind = _OPENAI_ERRORS.get(error.status, "invalid_request_error")
    details = {"message": str(error), "type": kind, "param": error.param, "code": error.code}
    return json_reply(error.status, {"error": details}, *headers)


def models_reply() -> HttpReply:
    """List the one model, with the fields of both protocols."""
    model: dict[str, JsonValue] = {"id": MODEL, "object": "model", "created": _CREATED, "owned_by": "gyges"}
    model |= {"type": "model", "display_name": MODEL, "created_at": "2023-11-14T22:13:20Z"}
    return json_reply(200, {"object": "list", "data": [model], "has_more": False})


def answer_reply(
    dialect: Dialect, request: ChatRequest, text: str, *, id_: str, usage: bool, truncated: bool = False
) -> HttpReply:
    """Wrap the model's words into a response."""
    asked = sum(len(message.content.split()) for message in request.messages)
    said = len(text.split())
    cut = text[: len(text) // 2] if truncated else text
    if dialect is Dialect.OPENAI:
        reason = "length" if truncated else "stop"
        completion: dict[str, JsonValue] = {"id": f"chatcmpl-{id_}", "object": "chat.completion", "created": _CREATED}
        answer = {"role": "assistant", "content": cut}
        completion |= {"model": request.model, "choices": [{"index": 0, "message": answer, "finish_reason": reason}]}
        counts = {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
        return json_reply(200, completion | ({"usage": counts} if usage else {}))
    block: dict[str, JsonValue] = {"type": "text", "text": cut}
    called = _json_object(text) if request.tool else None
    if called is not None:
        # The real API hands over the properties that were complete when the tokens ran out.
        kept = dict(list(called.items())[: len(called) // 2]) if truncated else called
        block = {"type": "tool_use", "id": f"toolu_{id_}", "name": request.tool, "input": kept}
    reason = "max_tokens" if truncated else "end_turn" if called is None else "tool_use"
    message: dict[str, JsonValue] = {"id": f"msg_{id_}", "type": "message", "role": "assistant", "content": [block]}
    message |= {"model": request.model, "stop_reason": reason, "stop_sequence": None}
    return json_reply(200, message | ({"usage": {"input_tokens": asked, "output_tokens": said}} if usage else {}))


def _json_object(text: str) -> Mapping[str, JsonValue] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
