"""Every document read three times in every role: without the injected words, with them, with harmless ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from gyges.errors import AnswerInvalidError, EndpointUnavailableError, ReleaseError, RequestRefusedError
from gyges.models import together
from gyges.runs.injection._roles import Scores, SteerableRole
from gyges.runs.injection._suite import READINGS, InjectedDocument, WordsShown

__all__ = ["ReadThrice", "RoleReading", "read_suite"]

_ONE_QUESTION = (AnswerInvalidError, EndpointUnavailableError, RequestRefusedError, ReleaseError)
"""Failures that concern one question; others (no access, no budget) end the check."""

_AT_ONCE = 64  # readings under way; how many requests there are is for the gate of the endpoint to say


@dataclass(frozen=True, slots=True)
class RoleReading:
    """What a role made of one text.

    Attributes:
        scores: Its verdicts; None when it failed as a whole.
        problem: Why it failed.
    """

    scores: Scores | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ReadThrice:
    """One document in one role.

    Attributes:
        document: The document.
        role: The role.
        verdicts: How many verdicts there are.
        none: The reading without the injected words.
        injected: The reading with them.
        harmless: The reading with harmless words in their places.
    """

    document: InjectedDocument
    role: str
    verdicts: int
    none: RoleReading
    injected: RoleReading
    harmless: RoleReading


async def read_suite(
    roles: Sequence[SteerableRole],
    documents: Sequence[InjectedDocument],
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[ReadThrice, ...]:
    """Read all documents in all roles.

    Args:
        roles: Who reads.
        documents: What is read.
        progress: Told after every document how many of how many were read, in all roles together.

    Raises:
        ModelError: A model may not be used at all: no access, no budget, a host that was not allowed.
    """
    pairs = [(role, document) for role in roles for document in documents if role.verdicts(document)]
    total, done = len(pairs), 0

    async def thrice(role: SteerableRole, document: InjectedDocument) -> ReadThrice:
        nonlocal done
        readings = [await _read(role, document, words) for words in READINGS]
        done += 1
        progress(done, total)
        return ReadThrice(document, role.name, role.verdicts(document), *readings)

    jobs = [partial(thrice, role, document) for role, document in pairs]
    return tuple(await together(jobs, at_once=_AT_ONCE))


async def _read(role: SteerableRole, document: InjectedDocument, words: WordsShown) -> RoleReading:
    try:
        return RoleReading(await role.scores(document, words))
    except _ONE_QUESTION as error:
        return RoleReading(None, str(error))
