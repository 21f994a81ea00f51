"""``gyges demo``: the bundled corpus, masked perfectly, and what that leaves standing."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gyges.cli._options import JsonOutput

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from gyges.records import IdentifierType, JsonValue
    from gyges.runs import Plan, Run, Task
    from gyges.scoring import Rate

_ORIGINAL, _DIRECT, _ALL = "original", "names and numbers masked", "all marked spans masked"
_RELEASES = (_ORIGINAL, _DIRECT, _ALL)
_NOTE = """\
In brackets a 95 % interval (bootstrap over documents), then the counts. A fact counts if an annotator was sure of it
(certainty >= 3); it stands if words quoted as its evidence are untouched. No attacker is involved: this is the least
that any reader can use, not a measure of what one infers."""


def demo(
    out: Annotated[Path, typer.Option("--out", help="Run folder; used again, the run goes on where it was.")] = Path(
        "runs/demo"
    ),
    json: JsonOutput = None,
) -> None:
    """Mask the bundled corpus as well as any masker could, and count what still stands.

    Example: gyges demo --json demo.json
    """
    from gyges.cli._carry import carry
    from gyges.cli._output import print_table, say, write_json
    from gyges.corpus import bundled_corpus
    from gyges.runs import closing_sentence

    documents = bundled_corpus()
    done = carry(_plan(), documents, out)
    rates = {name: _rates(done, name) for name in _RELEASES}
    if json is not None:
        releases = {name: {key: rate.to_json() for key, rate in row.items()} for name, row in rates.items()}
        coverage = {"documents": len(documents), "finished": done.summary.finished}
        write_json({"releases": releases, "coverage": coverage}, json)
        return
    people = sum(len(document.subjects or ()) for document in documents)
    say(f"{len(documents)} invented documents about {people} people: court papers, posts and chats, notes and letters.")
    header = ("release", "spans masked", "facts whose evidence stands", "people with such a fact")
    rows = [(name, *(_cell(rate) for rate in row.values())) for name, row in rates.items()]
    print_table("What perfect masking leaves standing", header, rows)
    say(f"{_NOTE}\n{closing_sentence(done.summary)} Run folder: {out}")


def _plan() -> "Plan":
    from gyges.records import IdentifierType
    from gyges.runs import Plan, Stage

    direct, quasi = IdentifierType.DIRECT, IdentifierType.QUASI
    masks: dict[str, list[IdentifierType]] = {_ORIGINAL: [], _DIRECT: [direct], _ALL: [direct, quasi]}
    stages = tuple(Stage(name, _work(masked), {"masked": list(masked)}) for name, masked in masks.items())
    return Plan(stages, name="demo")


def _work(masked: "list[IdentifierType]") -> "Callable[[Task], Awaitable[JsonValue]]":
    from gyges.anonymizers import MaskAnnotated
    from gyges.records import IdentifierType
    from gyges.scoring import standing_evidence

    async def work(task: "Task") -> "JsonValue":
        document = task.document
        left = standing_evidence(document, MaskAnnotated(masked).anonymize(document))
        to_mask = [m.identifier for m in document.mentions or () if m.identifier is not IdentifierType.NO_MASK]
        return {
            "spans": [sum(identifier in masked for identifier in to_mask), len(to_mask)],
            "facts": [left.standing, left.facts],
            "people": [left.exposed, left.people],
        }

    return work


def _rates(run: "Run", stage: str) -> "dict[str, Rate]":
    from gyges.runs import UnitStatus
    from gyges.scoring import Count, bootstrap_rate

    values = [outcome.value for _, outcome in run.results(stage) if outcome.status is UnitStatus.DONE]
    return {
        key: bootstrap_rate([Count(*value[key]) for value in values])  # type: ignore[index, call-overload, misc]
        for key in ("spans", "facts", "people")
    }


def _cell(rate: "Rate") -> str:
    return f"{rate} {rate.numerator:,.0f}/{rate.denominator:,.0f}"
