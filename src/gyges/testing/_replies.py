"""Responses in the shapes of the two chat protocols."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from gyges.records import JsonValue
from gyges.testing._protocol import MODEL, ChatRequest, Dialect, RefusedError

__all__ = ["HttpReply", "answer_reply", "error_reply", "json_reply", "models_reply"]

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


@dataclass(frozen=True, slots=True)
class HttpReply:
    """An HTTP response.

    Attributes:
        status: The status code.
        body: The whole body.
        headers: All headers but the length.
        cut: Whether to send half of the body and close the connection.
    """

    status: int
    body: bytes
    headers: tuple[tuple[str, str], ...] = (("content-type", "application/json"),)
    cut: bool = False


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
    """Wrap the model's words into a response.

    Args:
        dialect: The protocol to speak.
        request: What was asked.
        text: The words; JSON where the call of a tool is the answer.
        id_: What the id of the response ends with.
        usage: Whether to report tokens, estimated as words.
        truncated: Whether to stop halfway, as at the token limit.
    """
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
