"""A real local model server for tests: OpenAI's and Anthropic's chat protocols, scripted answers, faults on purpose.

In Python ``with ModelServer() as server: ...``, and as a process ``python -m gyges.testing``.
"""

from gyges.testing._answers import (
    PLAIN_ANSWER,
    Answer,
    NaivePrompt,
    ScriptedProvider,
    by_pattern,
    naive_prompt,
    schema_answer,
    scripted,
    scripted_model,
)
from gyges.testing._faults import ALL_KINDS, Attempt, Fault, FaultKind, Faults, FirstFaults, NoFaults, RandomFaults
from gyges.testing._protocol import Capabilities, ChatMessage, ChatRequest
from gyges.testing._server import ModelServer
from gyges.testing._service import ServedOutcome, ServedRequest

__all__ = [
    "Answer",
    "ChatMessage",
    "ChatRequest",
    "FaultKind",
    "Faults",
    "FirstFaults",
    "ModelServer",
    "NoFaults",
    "RandomFaults",
    "ServedRequest",
    "by_pattern",
    "naive_prompt",
    "schema_answer",
    "scripted",
    "scripted_model",
]
