"""The loop: attack, edit for the worst-off people, attack again, and keep the best version."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._standing import PersonStanding, Standing
from gyges.records import JsonValue
from gyges.scoring import rouge

__all__ = ["NOTHING_LEFT", "Done", "Outcome", "Steps", "Surface", "run_rounds"]

NOTHING_LEFT = "nothing is left to edit"

_MASKING = 0.95
"""How much of the ROUGE-L that is left after dropping a round of masking may leave."""
_PATIENCE = 2  # rounds without a better version after which the loop gives up


Kept = TypeVar("Kept")


class Surface(Protocol[Kept]):
    """What is edited: a board of pieces, or the draft of a model."""

    @property
    def text(self) -> str:
        """The original."""

    def version(self) -> Version:
        """Return the release as it stands now."""

    def snapshot(self) -> Kept:
        """Return how everything stands."""

    def restore(self, snapshot: Kept) -> None:
        """Go back to how everything stood."""


@dataclass(frozen=True, slots=True)
class Steps:
    """What a round is made of.

    Attributes:
        judge: Attacks a version and says how everybody stands.
        edit: Changes the surface for some people, given the version they were attacked in; returns why it cannot, or
            an empty string.
        affordable: Whether there is budget for another round.
        floor: ROUGE-L to the original below which nothing more is changed.
    """

    judge: Callable[[Version], Awaitable[Standing]]
    edit: Callable[[Version, Sequence[PersonStanding]], Awaitable[str]]
    affordable: Callable[[], bool]
    floor: float


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Kept]):
    """How the loop ended.

    Attributes:
        best: How the surface stood in the best version.
        standing: How well it protects.
        rounds: Every round, as traces hold it.
        stopped: Why it ended, in words.
    """

    best: Kept
    standing: Standing
    rounds: tuple[JsonValue, ...]
    stopped: str


@dataclass(frozen=True, slots=True)
class Done:
    """A text after its rounds.

    Attributes:
        version: The text.
        standing: How well it protects.
        rounds: Every round, as traces hold it.
        stopped: Why they ended, in words.
        left: How many direct identifiers are left.
    """

    version: Version
    standing: Standing
    rounds: tuple[JsonValue, ...]
    stopped: str
    left: int


async def run_rounds(board: Surface[Kept], steps: Steps, options: SubjectwiseOptions) -> Outcome[Kept]:
    """Edit and attack until everybody is protected, or nothing helps any more."""
    version = board.version()
    standing = await steps.judge(version)
    best, best_standing = board.snapshot(), standing
    rounds: list[JsonValue] = [_row(0, standing, kept=True)]
    stopped, stale = "", 0
    while not (stopped := stopped or _ended(len(rounds), stale, standing, steps, options)):
        stopped = await _edited(board, version, standing, steps, options)
        if stopped:
            break
        version = board.version()
        standing = await steps.judge(version)
        better = standing.rank(options.target) > best_standing.rank(options.target)
        rounds.append(_row(len(rounds), standing, kept=better))
        stale = 0 if better else stale + 1
        if better:
            best, best_standing = board.snapshot(), standing
    return Outcome(best, best_standing, tuple(rounds), stopped)


def _ended(rounds: int, stale: int, standing: Standing, steps: Steps, options: SubjectwiseOptions) -> str:
    if not options.how_far.attacks:
        return "the level asks for no attack"
    if standing.worst >= options.target:
        return "everybody reached the target"
    if stale >= _PATIENCE:
        return f"{_PATIENCE} rounds brought nothing"
    if rounds > options.rounds:
        return "the rounds are used up"
    return "" if steps.affordable() else "the budget of calls is used up"


async def _edited(
    board: Surface[Kept], version: Version, standing: Standing, steps: Steps, options: SubjectwiseOptions
) -> str:
    """Edit for as many of the worst-off people as utility allows; return why nothing was edited, if so."""
    needy = sorted((p for p in standing.people if p.protection < options.target and p.leaks), key=_worst_first)
    before = board.snapshot()
    floor = steps.floor
    if options.how_far.drops:  # dropping went down to the floor; what still leaks is masked nevertheless
        floor = min(floor, standing.utility * _MASKING)
    stopped = NOTHING_LEFT
    while needy:
        if problem := await steps.edit(version, needy):
            return problem if stopped == NOTHING_LEFT else stopped
        stopped = "one more edit would cost too much utility"
        if rouge(board.text, board.version().text).rouge_l >= floor:
            return ""
        board.restore(before)
        needy = needy[: len(needy) // 2]
    return stopped


def _worst_first(person: PersonStanding) -> tuple[float, int, str]:
    return person.protection, -person.facts, person.id


def _row(number: int, standing: Standing, *, kept: bool) -> JsonValue:
    worst = min(standing.people, key=_worst_first, default=None)
    return {
        "round": number,
        "worst": round(standing.worst, 4),
        "worst_person": worst.description if worst is not None and worst.protection < 1 else "",
        "cpr": round(standing.cpr, 4),
        **({"faint": standing.faint} if standing.faint else {}),
        "utility": round(standing.utility, 4),
        "kept": kept,
    }
