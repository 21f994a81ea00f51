"""A scripted model without sockets: for tests of methods, where the way to the model is not the matter."""

from gyges.models import Model, Reply, Request, model_of
from gyges.testing._answers import Answer, schema_answer
from gyges.testing._protocol import MODEL, ChatMessage, ChatRequest

__all__ = ["ScriptedProvider", "scripted_model"]


class ScriptedProvider:
    """Answers in this process. Parsing, correction, cache and budget of a real model all apply.

    Args:
        answer: What the model says: a function from `ChatRequest` to text.
    """

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
