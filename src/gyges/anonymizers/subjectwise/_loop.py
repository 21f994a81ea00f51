"""The loop: attack, edit for the worst-off people, attack again, and keep the best version."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._board import Board, Snapshot, Version
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._standing import PersonStanding, Standing
from gyges.records import JsonValue
from gyges.scoring import rouge

__all__ = ["Outcome", "Steps", "run_rounds"]

_MASKING = 0.95
"""How much of the ROUGE-L that is left after dropping a round of masking may leave."""
_PATIENCE = 2  # rounds without a better version after which the loop gives up


@dataclass(frozen=True, slots=True)
class Steps:
    """What a round is made of.

    Attributes:
        judge: Attacks a version and says how everybody stands.
        edit: Changes the board for some people, given the version they were attacked in; False if it cannot.
        affordable: Whether there is budget for another round.
    """

    judge: Callable[[Version], Awaitable[Standing]]
    edit: Callable[[Version, Sequence[PersonStanding]], Awaitable[bool]]
    affordable: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the loop ended.

    Attributes:
        best: The board of the best version.
        standing: How well it protects.
        rounds: Every round, as traces hold it.
        stopped: Why it ended, in words.
    """

    best: Snapshot
    standing: Standing
    rounds: tuple[JsonValue, ...]
    stopped: str


async def run_rounds(board: Board, steps: Steps, options: SubjectwiseOptions) -> Outcome:
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


async def _edited(board: Board, version: Version, standing: Standing, steps: Steps, options: SubjectwiseOptions) -> str:
    """Edit for as many of the worst-off people as utility allows; return why nothing was edited, if so."""
    needy = sorted((p for p in standing.people if p.protection < options.target and p.leaks), key=_worst_first)
    before = board.snapshot()
    possible = False
    floor = options.utility_floor
    if options.how_far.drops:  # dropping went down to the floor; what still leaks is masked nevertheless
        floor = min(floor, standing.utility * _MASKING)
    while needy:
        if not await steps.edit(version, needy):
            break
        possible = True
        if rouge(board.text, board.version().text).rouge_l >= floor:
            return ""
        board.restore(before)
        needy = needy[: len(needy) // 2]
    return "one more edit would cost too much utility" if possible else "nothing is left to edit"


def _worst_first(person: PersonStanding) -> tuple[float, int, str]:
    return person.protection, -person.facts, person.id


def _row(number: int, standing: Standing, *, kept: bool) -> JsonValue:
    worst = min(standing.people, key=_worst_first, default=None)
    return {
        "round": number,
        "worst": round(standing.worst, 4),
        "worst_person": worst.description if worst is not None and worst.protection < 1 else "",
        "cpr": round(standing.cpr, 4),
        "utility": round(standing.utility, 4),
        "kept": kept,
    }
