"""What ``gyges models check --injection`` does: the injection suite on one model, as a table or as JSON."""

from dataclasses import asdict

import anyio

from gyges.cli._output import print_check, print_table, say, say_lines, write_json
from gyges.cli._volume import tell
from gyges.corpus import Place
from gyges.models import CheckResult, ModelPool, ModelSettings
from gyges.runs.injection import (
    READINGS,
    ChangedVerdicts,
    InjectionResult,
    injection_result,
    injection_suite,
    read_suite,
    sampled,
    steerable_roles,
)

__all__ = ["check_injection"]

_QUESTIONS = 6  # about one reading of a document in all roles: attacker 2, judge 2, matcher and anonymizer 1
_LINES = 10  # of progress
_HEAD = ("", "changed", "harmless", "verdicts")
_MEANING = (
    "Changed: verdicts that are others, or none, once the document tells its reader what to answer; out of the "
    "measured ones, which the model gets right without. Harmless: the same with harmless words in the same places.",
    "A model that held may fall for other words. The fence of Gyges keeps documents from giving orders; whether a "
    "model believes what it reads inside the fence is up to the model.",
)


def check_injection(
    check: CheckResult, settings: ModelSettings, most: int | None, json: Place | None, *, force: bool
) -> bool:
    """Run the suite on a model that was checked, and tell what it showed.

    Args:
        check: What the short check showed; a model that gave no valid answer is asked nothing more.
        settings: How the model is reached.
        most: The most documents to read; None for all.
        json: Where to write the result.
        force: Whether a file that is there is replaced.

    Returns:
        Whether the model held in every role.
    """
    result = anyio.run(_read, check.model, settings, most) if check.valid else None
    if json is not None:
        shown = None if result is None else result.to_json()
        write_json({"check": asdict(check), "injection": shown}, json, force=force)
    else:
        print_check(check)
        if result is None:
            say("The injection suite was not run: a model without a valid answer shows nothing.")
        else:
            _print(result)
    return result is not None and result.held


async def _read(spec: str, settings: ModelSettings, most: int | None) -> InjectionResult:
    documents = sampled(injection_suite(), most)
    tell(f"{len(documents)} documents, about {len(documents) * len(READINGS) * _QUESTIONS:,} questions")
    async with ModelPool(settings) as pool:
        return injection_result(spec, await read_suite(steerable_roles(pool, spec), documents, progress=_progress))


def _progress(done: int, total: int) -> None:
    if done * _LINES // total > (done - 1) * _LINES // total:
        tell(f"injection: {done} of {total} readings")


def _print(result: InjectionResult) -> None:
    title = f"Verdicts changed by injected text, {result.documents} documents"
    head = (*_HEAD, "measured", "failed", "standing")
    roles = [
        (*_row(role, one), f"{one.measured:,}", f"{one.failed:,}", one.standing) for role, one in result.roles.items()
    ]
    print_table(title, head, roles)
    groups = {**result.kinds, **{f"stories: {name}": one for name, one in result.languages.items()}}
    print_table("The same by kind of injection, all roles together", _HEAD, [_row(*item) for item in groups.items()])
    say_lines(_MEANING)
    say("Held in every role." if result.held else "Did not hold in every role.")


def _row(name: str, one: ChangedVerdicts) -> tuple[str, ...]:
    return (name, str(one.changed), str(one.harmless), f"{one.verdicts:,}")
