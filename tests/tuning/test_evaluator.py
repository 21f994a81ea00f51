"""Documents that fail before they are rewritten."""

from collections.abc import Mapping
from pathlib import Path

import anyio

from gyges.anonymizers import Anonymizer, Tools, open_anonymizer
from gyges.errors import AnswerInvalidError
from gyges.models import ModelPool
from gyges.records import Document, JsonValue
from gyges.runs import Journal
from gyges.tuning import DocumentOutcome, Evaluator, Meter
from gyges.tuning.objectives import Judged


class _Choosy:
    """Cannot make anything of one original, after three questions."""

    name = "choosy"
    measures = ("p", "u")
    settings: Mapping[str, JsonValue] = {}

    def __init__(self, meter: Meter) -> None:
        self.meter, self.prepared = meter, 0

    async def prepare(self, document: Document) -> JsonValue:
        self.prepared += 1
        self.meter.take(3)
        if document.id == "bad":
            raise AnswerInvalidError("nobody could read it", "leave it out")
        return None

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        return Judged(0.5, 1.0)


def _measured(folder: Path) -> tuple[list[DocumentOutcome], Meter, int]:
    async def main() -> tuple[list[DocumentOutcome], Meter, int]:
        meter = Meter()
        async with ModelPool() as pool:
            method: Anonymizer = open_anonymizer("none", Tools(pool))
            with Journal(folder / "journal") as journal:
                objective = _Choosy(meter)
                evaluator = Evaluator(lambda _: method, objective, journal, meter)
                found = await evaluator.evaluate("", [Document("good", "One."), Document("bad", "Two.")])
                return found, meter, objective.prepared

    return anyio.run(main)


def test_an_original_that_nobody_can_read_is_one_failure_and_the_others_stand(tmp_path: Path) -> None:
    (good, bad), meter, asked = _measured(tmp_path)
    assert (good.failed, good.scores.privacy) == (None, 0.5)
    assert bad.failed == "nobody could read it"
    assert (bad.scores.privacy, bad.scores.utility) == (0.0, 0.0)
    assert (meter.questions, asked) == (6, 2)
    again, same, nothing = _measured(tmp_path)
    assert [one.failed for one in again] == [None, "nobody could read it"]
    assert (same.questions, nothing) == (6, 0)  # charged the same, asked no more
