"""The author attack of the tiny model: every attribute of the one who wrote a text, one guess each."""

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial

from gyges.attacks._options import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks.tiny._attack import tiny_windows
from gyges.attacks.tiny._certainty import Calibration, shipped_calibration
from gyges.attacks.tiny._grammar import author_grammar
from gyges.attacks.tiny._lines import read_author
from gyges.attacks.tiny._people import TALLY, fact_of
from gyges.attacks.tiny._prompt import author_prompt
from gyges.attacks.tiny._runtime import Answer, TinyModel
from gyges.models import together
from gyges.reading import QuoteFinder, Window, require_read
from gyges.records import Fact, Finding, JsonValue, Subject, taxonomy

__all__ = ["TinyAuthorAttack", "author_facts"]

_ANSWER_TOKENS = 200
_PREFIX = "author:"

UNMEASURED = 2
"""The most certainty of attributes for which nobody measured how often the model is right: a guess is no evidence."""


@dataclass(frozen=True)
class TinyAuthorAttack:
    """Guesses the attributes of an author. It never abstains: what it does not know has a low certainty.

    Attributes:
        model: The model.
        options: Only the window size matters.
        calibration: What its probabilities mean.
    """

    model: TinyModel
    options: AttackOptions = DEFAULT_OPTIONS
    calibration: Calibration = field(default_factory=shipped_calibration)
    name = "author:tiny"

    async def attack(self, text: str, *, id: str) -> Finding:
        """Return one person, the author; the guesses of the surest window come first.

        Raises:
            UnreadError: The text is not in English, or is no text.
        """
        require_read(text, self.name, english_only=True)
        windows = tiny_windows(text, self.options)
        tally: Counter[str] = Counter()
        answers = await together([partial(self._ask, window) for window in windows])
        read = [
            fact
            for window, answer in zip(windows, answers, strict=True)
            for fact in author_facts(answer, window.text, self.calibration, tally)
        ]
        order = taxonomy("author").names
        read.sort(key=lambda fact: (order.index(fact.tag), -fact.certainty))
        facts = tuple({(fact.tag, fact.value.casefold()): fact for fact in reversed(read)}.values())[::-1]
        subjects = (Subject("author", "the author of the text", facts),) if windows else ()
        notes: dict[str, JsonValue] = {"windows": len(windows), **{name: tally[name] for name in TALLY}}
        return Finding(id, self.name, subjects, notes)

    async def _ask(self, window: Window) -> Answer:
        return await self.model.complete(author_prompt(window.text), author_grammar(), _ANSWER_TOKENS)


def author_facts(answer: Answer, text: str, calibration: Calibration, tally: Counter[str]) -> list[Fact]:
    """Return the attributes in an answer; what a cut off answer did not come to is missing."""
    finder, tags = QuoteFinder(text), taxonomy("author")
    tally["answers_cut_off"] += not answer.whole
    lines = read_author(answer.text)
    kinds = Calibration(calibration.edges, _for_authors(calibration))
    read = (fact_of(line, answer, finder, kinds, tally, tags=tags) for line in lines)
    return [
        fact if fact.tag in (kinds.shares or {}) else replace(fact, certainty=min(fact.certainty, UNMEASURED))
        for fact in read
        if fact is not None
    ]


def _for_authors(calibration: Calibration) -> dict[str, tuple[float, ...]]:
    """Attributes of authors are measured by themselves, because all of them are guessed."""
    shares = calibration.shares or {}
    return {kind.removeprefix(_PREFIX): tuple(row) for kind, row in shares.items() if kind.startswith(_PREFIX)}
