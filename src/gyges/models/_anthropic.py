"""Anthropic's own protocol. A JSON schema becomes the input of a tool that the model must use."""

import json
from collections.abc import Mapping

from gyges.models._exchange import FinishReason, Reply, Request, Trouble
from gyges.models._openai import finish_reason, whole_characters
from gyges.models._transport import HttpEndpoint
from gyges.records import JsonValue

API_VERSION = "2023-06-01"
_TOOL = "answer"
_FINISH: dict[str, FinishReason] = {
    "end_turn": "stop",
    "tool_use": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refused",
}


class AnthropicProvider:
    """One model behind Anthropic's API."""

    takes_schema = True

    def __init__(self, endpoint: HttpEndpoint, model: str) -> None:
        self._http = endpoint
        self._model = model

    @property
    def endpoint(self) -> str:
        """The base address."""
        return self._http.url

    @property
    def model(self) -> str:
        """The name of the model at the endpoint."""
        return self._model

    async def complete(self, request: Request) -> Reply:
        """Answer one request."""
        return _reply(await self._http.post("/messages", self._body(request)))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def _body(self, request: Request) -> dict[str, object]:
        system = "\n\n".join(message.content for message in request.messages if message.role == "system")
        body: dict[str, object] = {
            "model": self._model,
            "max_tokens": request.max_tokens,
            "temperature": min(request.temperature, 1.0),  # the most this API takes
            "messages": [
                {"role": message.role, "content": message.content}
                for message in request.messages
                if message.role != "system"
            ],
        }
        if request.top_p not in (None, 1.0):  # 1 is what it takes by itself, and some models refuse to be told both
            body["top_p"] = request.top_p
        if system:
            body["system"] = system
        if request.schema is not None:
            body["tools"] = [{"name": _TOOL, "description": "Gives the answer.", "input_schema": request.schema}]
            body["tool_choice"] = {"type": "tool", "name": _TOOL}
        return body


def _reply(data: Mapping[str, JsonValue]) -> Reply:
    content, usage = data.get("content"), data.get("usage")
    if not isinstance(content, list):
        raise Trouble("the endpoint sent an answer without content")
    blocks = [block for block in content if isinstance(block, Mapping)]
    inputs = [block.get("input") for block in blocks if block.get("type") == "tool_use"]
    words = [str(block.get("text", "")) for block in blocks if block.get("type") == "text"]
    usage = usage if isinstance(usage, Mapping) else {}
    read, written = usage.get("input_tokens"), usage.get("output_tokens")
    return Reply(
        text=whole_characters(json.dumps(inputs[0], ensure_ascii=False) if inputs else "".join(words)),
        finish=finish_reason(data.get("stop_reason"), _FINISH),
        input_tokens=read if isinstance(read, int) else 0,
        output_tokens=written if isinstance(written, int) else 0,
    )
