"""The tiny attack: the small model lists everybody in a text with what the text gives away about them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from gyges.attacks._merge import merge_facts
from gyges.attacks._options import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._same_person import align_people
from gyges.attacks.tiny._about import facts_about, words_for
from gyges.attacks.tiny._certainty import Calibration, shipped_calibration
from gyges.attacks.tiny._grammar import people_grammar, person_grammar
from gyges.attacks.tiny._people import TALLY, ReadSubject, people_of
from gyges.attacks.tiny._prompt import people_prompt, person_parts
from gyges.attacks.tiny._runtime import TinyModel
from gyges.models import together
from gyges.reading import Window, chars_for, require_read, split_windows
from gyges.records import Fact, Finding, JsonValue, Subject

__all__ = ["OVERLAP_TOKENS", "WINDOW_TOKENS", "TinyAttack", "finding_of_windows", "tiny_windows"]

WINDOW_TOKENS = 2000
"""Tokens of text in one question; the training saw no longer ones."""

OVERLAP_TOKENS = 60
_PERSON_TOKENS = 120
MOST_ASKED = 30
"""People of a text about whom the model is asked one by one."""
_ANSWER_TOKENS = 700
"""As many as in the evaluation of the adapter; a longer answer is mostly a list that the model got caught in."""


@dataclass(frozen=True)
class TinyAttack:
    """Reads a text with the tiny model.

    Attributes:
        model: The model.
        options: Only the window size matters.
        calibration: What its probabilities mean.
    """

    model: TinyModel
    options: AttackOptions = DEFAULT_OPTIONS
    calibration: Calibration = field(default_factory=shipped_calibration)
    name = "tiny"

    async def attack(self, text: str, *, id: str) -> Finding:
        """Infer what a text gives away about everybody in it.

        `Finding.notes` counts what was left out, and says under ``shares`` how often people who were named as surely
        as each one were really there.

        Raises:
            UnreadError: The text is not in English, or is no text.
        """
        require_read(text, self.name, english_only=True)
        windows = tiny_windows(text, self.options)
        read = await together([partial(self._read, window) for window in windows])
        tally = sum((counts for _, counts in read), Counter[str]())
        return finding_of_windows(id, [people for people, _ in read], tally)

    async def about(self, people: Sequence[Subject], text: str) -> dict[str, tuple[Fact, ...]]:
        """Say what a text gives away about people whom somebody else found, by their ids; each once, up to a limit.

        Of a text longer than a window, the one in which the person is first spoken of is read.
        """
        windows = tiny_windows(text, self.options)
        chosen: dict[int, list[Subject]] = {}
        for subject in people[:MOST_ASKED]:
            place = next((n for n, one in enumerate(windows) if any(w in one.text for w in subject.called)), 0)
            chosen.setdefault(place, []).append(subject)
        read = await together([partial(self._about, some, windows[place].text) for place, some in chosen.items()])
        return {id: facts for told in read for id, facts in told.items()}

    async def _about(self, people: Sequence[Subject], text: str) -> dict[str, tuple[Fact, ...]]:
        prompts = ["".join(person_parts(text, words_for(subject, text))) for subject in people]
        answers = await self.model.complete_all(prompts, person_grammar(), _PERSON_TOKENS)
        return {
            subject.id: facts_about(answer, text, self.calibration, Counter())
            for subject, answer in zip(people, answers, strict=True)
        }

    async def _read(self, window: Window) -> tuple[list[ReadSubject], Counter[str]]:
        tally: Counter[str] = Counter()
        answer = await self.model.complete(people_prompt(window.text), people_grammar(), _ANSWER_TOKENS)
        return people_of(answer, window.text, self.calibration, tally), tally


def tiny_windows(text: str, options: AttackOptions = DEFAULT_OPTIONS) -> tuple[Window, ...]:
    """Return the windows in which the tiny model reads a text."""
    tokens = min(options.window_tokens or WINDOW_TOKENS, WINDOW_TOKENS)
    return split_windows(text, chars_for(tokens, text), chars_for(OVERLAP_TOKENS, text))


def finding_of_windows(id: str, windows: Sequence[Sequence[ReadSubject]], tally: Counter[str]) -> Finding:
    """Return what was read in all windows as one finding: the same people once, as sure as in the surest window."""
    people: list[ReadSubject] = []
    for window in windows:
        named = [replace(read.subject, id=f"new-{number}") for number, read in enumerate(window)]
        known = {new: int(old) for old, new in align_people([read.subject for read in people], named).items()}
        for subject, read in zip(named, window, strict=True):
            place = known.get(subject.id)
            if place is None:
                people.append(replace(read, subject=replace(subject, id=str(len(people)))))
            else:
                people[place] = _same(people[place], read)
    shares: dict[str, JsonValue] = {read.subject.id: round(read.share, 3) for read in people}
    notes: dict[str, JsonValue] = {"windows": len(windows), "shares": shares, **{name: tally[name] for name in TALLY}}
    subjects = (replace(read.subject, facts=merge_facts(read.subject.facts)) for read in people)
    return Finding(id, "tiny", tuple(subjects), notes)


def _same(known: ReadSubject, again: ReadSubject) -> ReadSubject:
    facts = (*known.subject.facts, *again.subject.facts)
    called = tuple(dict.fromkeys((*known.subject.called, *again.subject.called)))
    return ReadSubject(replace(known.subject, facts=facts, called=called), max(known.share, again.share))
