"""The subjects attack: a model finds every person of a text and infers what the text gives away about each."""

from collections import Counter
from dataclasses import dataclass
from functools import partial

from gyges.attacks._attack import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._people import TALLY, facts_of, merge_windows, subjects_of
from gyges.attacks._questions import FactRow, FindPeople, InferAll, InferFacts, PersonRow, people_list
from gyges.models import DocumentText, Model, together
from gyges.reading import QuoteFinder, Window, chars_for, split_windows
from gyges.records import SPECIAL, Finding, JsonValue, Kind, Subject, Tag, taxonomy

DEFAULT_WINDOW_TOKENS = 6000
"""The longest judgment of the SPIA benchmark (19,000 characters) still fits into one window."""


@dataclass(frozen=True)
class SubjectsAttack:
    """Stage A finds the people, stage B infers their codes and everything else (see `AttackOptions.stages`).

    Attributes:
        model: Who is asked.
        options: How.

    Example:
        >>> from gyges.testing import scripted, scripted_model
        >>> attack = SubjectsAttack(scripted_model(scripted(['{"people": []}'])))
        >>> attack.name
        'scripted'
    """

    model: Model
    options: AttackOptions = DEFAULT_OPTIONS

    @property
    def name(self) -> str:
        """The spec of the model."""
        return self.model.name

    async def attack(self, text: str, *, id: str) -> Finding:
        """Infer what a text gives away about everybody in it.

        Raises:
            AnswerInvalidError: The model gave no usable answer to one of the questions; nothing is made up for it.
        """
        windows = windows_of(text, self.options)
        day = self.options.day_for(text).isoformat()
        read = await together([partial(self._read, window, day) for window in windows])
        tally = sum((counts for _, counts in read), Counter[str]())
        notes: dict[str, JsonValue] = {
            "windows": len(windows),
            "stages": self.options.stages,
            **{name: tally[name] for name in TALLY},
        }
        if taxonomy("special").tags[0] in self.options.tags:
            notes[SPECIAL] = 0
        if day != self.options.reference_date.isoformat():
            notes["ages_on"] = day
        return Finding(id, self.name, merge_windows(people for people, _ in read), notes)

    async def _read(self, window: Window, day: str) -> tuple[list[Subject], Counter[str]]:
        text, tags = DocumentText(window.text), self.options.tags
        finder, tally = QuoteFinder(window.text), Counter[str]()
        pairs: list[tuple[PersonRow, list[FactRow]]]
        if self.options.stages == 1:
            whole = await self.model.ask(InferAll(text, tags, day, self._guessed(tags), self.options.examples))
            pairs = [(person, person.facts) for person in whole.people]
        else:
            found = (await self.model.ask(FindPeople(text, self.options.examples))).people
            rows = await self._facts(text, people_list(found), len(found), tags, day) if found else {}
            pairs = [(person, rows[number]) for number, person in enumerate(found, start=1)]
        people = [
            subject
            for person, facts in pairs
            for subject in subjects_of(person, facts_of(facts, tags, finder, tally), finder, tally)
        ]
        return people, tally

    async def _facts(
        self, text: DocumentText, people: DocumentText, count: int, tags: tuple[Tag, ...], day: str
    ) -> dict[int, list[FactRow]]:
        """Ask for the facts, in one question or in one for codes and one for the rest, special categories apart."""
        special = tuple(tag for tag in tags if tag in taxonomy("special").tags)
        others = tuple(tag for tag in tags if tag not in special)
        codes = tuple(tag for tag in others if tag.kind is Kind.CODE)
        rest = tuple(tag for tag in others if tag.kind is not Kind.CODE)
        asked = [part for part in ((codes, rest, special) if self.options.stages == 3 else (others, special)) if part]
        ids = tuple(range(1, count + 1))
        questions = [InferFacts(text, people, ids, part, day, self._guessed(part)) for part in asked]
        answers = await together([partial(self.model.ask, question) for question in questions])
        rows: dict[int, list[FactRow]] = {id: [] for id in ids}
        for answer in answers:
            for person in answer.people:
                rows[person.id] += person.facts
        return rows

    def _guessed(self, tags: tuple[Tag, ...]) -> tuple[str, ...]:
        """Return the kinds that must be guessed; a code cannot be, nor a special category."""
        fixed = taxonomy("special")
        kinds = tuple(tag.name for tag in tags if tag.kind is not Kind.CODE and tag.name not in fixed)
        return kinds if self.options.guess_all else ()


def windows_of(text: str, options: AttackOptions) -> tuple[Window, ...]:
    """Return the windows in which a text is read."""
    tokens = options.window_tokens or DEFAULT_WINDOW_TOKENS
    return split_windows(text, chars_for(tokens, text), chars_for(options.overlap_tokens, text))
