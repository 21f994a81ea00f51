"""The attack of `local`: the model lists everybody in a text with what the text gives away about them."""

from collections import Counter
from dataclasses import dataclass
from functools import partial

from gyges.attacks._attack import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._people import facts_of, merge_windows
from gyges.attacks._questions import FactRow
from gyges.attacks.local._answers import NOBODY, LineFact, LinePerson, people_grammar, people_prompt, read_people
from gyges.attacks.local._model import LocalModel
from gyges.errors import AnswerInvalidError, AnswerTruncatedError
from gyges.models import together
from gyges.reading import QuoteFinder, Window, chars_for, require_read, split_windows
from gyges.records import Finding, JsonValue, Subject, taxonomy

WINDOW_TOKENS = 1500
"""Tokens of text in one question; the training saw no longer ones."""

ANSWER_TOKENS = 1600
"""Tokens of an answer; a longer one is mostly a list that the model got caught in."""

TALLY = ("quotes_dropped", "facts_unsupported", "values_empty", "values_outside_options")
"""What is counted: quotes that are not in the text, facts without any words of it, values
that are none, and values that are none of the options of their tag."""

_REMEDY = "have this text read by another attacker"


@dataclass(frozen=True)
class LocalAttack:
    """Reads a text with the model on this machine, window by window; one text has always the same answer.

    An answer that was cut off is a failure, and so is a text in another language than English, German and Spanish.
    """

    model: LocalModel
    options: AttackOptions = DEFAULT_OPTIONS  # only the windows matter
    name = "local"

    async def attack(self, text: str, *, id: str) -> Finding:
        """Infer what a text gives away about everybody in it."""
        require_read(text, self.name)
        windows = local_windows(text, self.options)
        read = await together([partial(self._read, window) for window in windows])
        tally = sum((counts for _, counts in read), Counter[str]())
        notes: dict[str, JsonValue] = {"windows": len(windows), **{name: tally[name] for name in TALLY}}
        return Finding(id, self.name, merge_windows(people for people, _ in read), notes)

    async def _read(self, window: Window) -> tuple[list[Subject], Counter[str]]:
        answer = await self.model.write(people_prompt(window.text), people_grammar, ANSWER_TOKENS)
        if not answer.whole:  # who is behind the cut is not known to be protected
            raise AnswerTruncatedError(f"'{self.name}' did not come to the end of its answer", _REMEDY)
        people = dict.fromkeys(read_people(answer.text))  # who is listed again in the same words is the same person
        if not people and answer.text.strip() != NOBODY:
            raise AnswerInvalidError(f"'{self.name}' named nobody, and did not say that there is nobody", _REMEDY)
        finder, tally = QuoteFinder(window.text), Counter[str]()
        return [_subject(person, finder, tally) for person in people], tally


def local_windows(text: str, options: AttackOptions = DEFAULT_OPTIONS) -> tuple[Window, ...]:
    """Return the windows in which a text is read."""
    tokens = min(options.window_tokens or WINDOW_TOKENS, WINDOW_TOKENS)
    return split_windows(text, chars_for(tokens, text), chars_for(options.overlap_tokens, text))


def _subject(person: LinePerson, finder: QuoteFinder, tally: Counter[str]) -> Subject:
    """Return a person whose names and quotes are those that stand in the text; the id is given later."""
    rows = [
        FactRow.model_construct(tag=fact.tag, value=fact.value, certainty=fact.certainty, quotes=_quotes(fact, finder))
        for fact in person.facts
    ]
    called = dict.fromkeys(words for form in person.called if (words := finder.find(form)))
    return Subject("", person.head, facts_of(rows, taxonomy("spia").tags, finder, tally), tuple(called))


def _quotes(fact: LineFact, finder: QuoteFinder) -> list[str]:
    """Return the words behind a fact: those of the answer, else its value or a part of it that stands in the text."""
    if fact.quote:
        return [fact.quote]
    return [part for part in (fact.value, *fact.value.split(" / ")) if finder.find(part)][:1]
