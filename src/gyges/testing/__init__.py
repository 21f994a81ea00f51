"""A real local model server for tests: OpenAI's and Anthropic's chat protocols, scripted answers, faults on purpose.

In Python ``with ModelServer() as server: ...``, and as a process ``python -m gyges.testing``.
"""

from gyges.testing._answers import PLAIN_ANSWER, Answer, by_pattern, schema_answer, scripted
from gyges.testing._faults import (
    ALL_KINDS,
    NO_FAULTS,
    Attempt,
    Fault,
    FaultKind,
    Faults,
    FirstFaults,
    NoFaults,
    RandomFaults,
)
from gyges.testing._fences import NaivePrompt, naive_prompt
from gyges.testing._protocol import FULL_CAPABILITIES, Capabilities, ChatMessage, ChatRequest
from gyges.testing._scripted import ScriptedProvider, scripted_model
from gyges.testing._server import ModelServer
from gyges.testing._service import ServedOutcome, ServedRequest

__all__ = [
    "ALL_KINDS",
    "FULL_CAPABILITIES",
    "NO_FAULTS",
    "PLAIN_ANSWER",
    "Answer",
    "Attempt",
    "Capabilities",
    "ChatMessage",
    "ChatRequest",
    "Fault",
    "FaultKind",
    "Faults",
    "FirstFaults",
    "ModelServer",
    "NaivePrompt",
    "NoFaults",
    "RandomFaults",
    "ScriptedProvider",
    "ServedOutcome",
    "ServedRequest",
    "by_pattern",
    "naive_prompt",
    "schema_answer",
    "scripted",
    "scripted_model",
]
