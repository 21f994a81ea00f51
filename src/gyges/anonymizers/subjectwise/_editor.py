"""The editor with a model: it writes a text anew, and then mends what still tells, does not follow or limps."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, Field

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting import Rewrite, RewriteRules, rewrite_problem, rewrite_text, room_for, window_chars
from gyges.anonymizers.subjectwise._inventions import brought_back, dropped, inventions
from gyges.anonymizers.subjectwise._letters import Letters
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding
from gyges.errors import AnswerInvalidError, RewriteFailedError
from gyges.models import DocumentText, Model, Prompt
from gyges.reading import quote_places, split_windows
from gyges.records import Finding
from gyges.scoring import rouge

_MOST_QUOTES = 3  # shown of one leak
_MOST_CHANGES = 40
_GAP = 0.35  # of the text in one piece: a passage about people who are not needed goes as a whole
_LONGEST = 1.5  # times the words: a rewrite adds nothing
_MOST_KEPT = 0.9  # of a text must stay at most, for something must go
_MENDING = RewriteRules(min_ratio=0.7, max_ratio=1.4, unchanged="always")
_CALLED = re.compile(r"(?:^|[;,])\W*(\d+)\s*(?:=|:|->|→)\s*(.+?)\s*(?=[;,]\W*\d+\s*(?:=|:|->|→)|[;,]?$)", re.MULTILINE)
_LEFT_OUT = "left out"


class ChangedWords(BaseModel):
    """Words of a rewrite, and what shall stand there."""

    words: str = Field(max_length=2000)
    why: str = Field(max_length=400)
    instead: str = Field(max_length=2000)


class ChangedText(BaseModel):
    """All changes of a rewrite."""

    changes: list[ChangedWords] = Field(max_length=_MOST_CHANGES)


@dataclass(frozen=True)
class RewriteLeaks(Prompt[Rewrite], template="prompts/rewrite.jinja"):
    """Rewrite this text so that nothing of this can be worked out any more."""

    text: DocumentText  # the original, or a window of it
    people: DocumentText  # everybody, with what can be worked out and the words that give it away
    glossary: str  # what names became in earlier windows, or empty
    known: DocumentText  # the original, whose names and numbers are no inventions
    floor: float  # ROUGE-L to the text below which nothing more goes
    purpose: Purpose  # what the user wants to protect and to keep
    share: str  # how many of the words shall stay

    def room(self) -> int:
        """Return tokens enough for an explanation and the whole text."""
        return room_for(self.text)

    def check(self, answer: Rewrite) -> None:
        """Require that nothing comes in, and that enough stays."""
        new = inventions(answer.text, self.known)
        if new:
            raise ValueError(f"the text before it does not say: {_listed(new)}; leave it out or keep what stood there")
        if rouge(self.text, answer.text).rouge_l < self.floor:
            raise ValueError(
                "too little of the text is left; keep the sentences that tell nothing nearly word by word, and take "
                "broader words before you leave something out"
            )


@dataclass(frozen=True)
class MendRewrite(Prompt[ChangedText], template="prompts/mend.jinja"):
    """Mend this rewrite: what tells, what does not follow, what limps."""

    text: DocumentText  # the original, or a window of it
    now: DocumentText  # the rewrite of it
    people: DocumentText  # everybody as they are called: what nobody may learn, what was worked out, what was guessed
    refused: str  # changes that cannot be taken, and why; empty if there are none
    purpose: Purpose  # what the user wants to protect and to keep

    def room(self) -> int:
        """Return tokens enough for all words of the rewrite and what stands instead of each."""
        return room_for(self.now + self.now)

    def check(self, answer: ChangedText) -> None:
        """Require that some of the words stand in the text."""
        if answer.changes and not any(quote_places(one.words, self.now) for one in answer.changes):
            raise ValueError(
                "`words` must be copied letter by letter from the rewritten text; none of them stand there"
            )


@dataclass(slots=True)
class Written:
    """A text in a model's words."""

    text: str
    called: Mapping[str, str] = field(default_factory=dict)  # what people are called in it, by id; empty if left out
    refused: tuple[str, ...] = ()  # changes that could not be taken, in words for the model
    taken: int = 0  # changes that were made


@dataclass(frozen=True, slots=True)
class ModelEditor:
    """Asks a model to rewrite a text and to mend what it wrote."""

    original: str  # the original
    found: Finding  # who was found in it, and all that was worked out
    model: Model  # the model
    purpose: Purpose  # what to protect and what to keep, in the user's words
    options: SubjectwiseOptions  # how far to go

    async def rewrite(self, people: Sequence[PersonStanding]) -> Written:
        """Return the original in the words of a model that was told all that leaks."""
        letters = letters_for(self.original, self.found)
        ids = [person.id for person in people]
        known, floor = DocumentText(self.original), min(self.options.floor_in_own_words, _MOST_KEPT)

        def ask(window: DocumentText, glossary: str) -> RewriteLeaks:
            part = "" if window == self.original.strip() else window
            rows = DocumentText("\n".join(_rows(self.original, people, letters, part)) or "nobody")
            return RewriteLeaks(window, rows, glossary, known, floor, self.purpose, self.options.how_far.share)

        rules = RewriteRules(min_ratio=floor, gap=_GAP, max_ratio=_LONGEST)
        done = await rewrite_text(self.model, self.original, ask, rules)
        return Written(done.text, called_in(done.explanation, ids))

    async def mend(
        self, now: str, people: Sequence[PersonStanding], called: Mapping[str, str], refused: Sequence[str] = ()
    ) -> Written:
        """Return a rewrite with the changes that a model asks for, as far as they can be taken."""
        facts = [fact for person in self.found.subjects for fact in person.facts]
        windows = split_windows(now, window_chars(self.model, now))
        text, taken, problems = "", 0, list[str]()
        for window in windows:
            whole = len(windows) == 1
            told = _secrets(self.found, called, now, people, "" if whole else window.text)
            asked = MendRewrite(
                DocumentText(self.original if whole else ""),
                DocumentText(window.text),
                DocumentText("\n".join(told) or "nobody"),
                DocumentText("\n".join(refused)) if refused else "",
                self.purpose,
            )
            if any(char.isalnum() for char in window.text):
                try:
                    answer = await self.model.ask(asked)
                except AnswerInvalidError as error:
                    raise RewriteFailedError(error.problem, error.remedy) from error
                done = _changed(window.text, answer.changes, self.original, dropped(self.original, facts, now), now)
            else:
                done = Written(window.text)
            text += done.text
            taken += done.taken
            problems += done.refused
        problem = rewrite_problem(text, now, _MENDING) if taken else ""
        if not problem and taken and rouge(self.original, text).rouge_l < self.options.floor_in_own_words:
            problem = "too little of the text would be left"
        if problem:
            return Written(now, called, (f"all changes together: {problem}",))
        return Written(text, called, tuple(problems), taken)


def _changed(
    now: str, changes: Sequence[ChangedWords], original: str, gone: frozenset[str], everything: str
) -> Written:
    """Return a text with the changes made that bring nothing in and nothing back; what they are refused for."""
    made: list[tuple[int, int, str]] = []
    refused: list[str] = []
    for change in changes:
        places = quote_places(change.words, now)
        new, back = inventions(change.instead, original, everything), brought_back(gone, change.instead)
        if len(places) != 1:
            problem = "these words do not stand there once"
        elif any(start < places[0][1] and places[0][0] < end for start, end, _ in made):
            problem = "another change meets it"
        elif new:
            problem = f"the original does not say {_listed(new)}"
        elif back:
            problem = f"{_listed(back)} was taken out on purpose"
        else:
            made.append((*_seam(now, *places[0], change.instead), change.instead))
            continue
        refused.append(f'"{change.words}" -> "{change.instead}": {problem}')
    for start, end, instead in sorted(made, reverse=True):
        now = now[:start] + instead + now[end:]
    return Written(now, {}, tuple(refused), len(made))


def _seam(text: str, start: int, end: int, instead: str) -> tuple[int, int]:
    """Return a place with a blank beside it, where nothing stands instead."""
    if instead.strip():
        return start, end
    if text[end : end + 1] == " " and (start == 0 or text[start - 1].isspace()):
        return start, end + 1
    return (start - 1, end) if start and text[start - 1] == " " and not text[end : end + 1].isalnum() else (start, end)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def letters_for(text: str, finding: Finding) -> dict[str, str]:
    """Return the letter of everybody whom the text names, by the id of the person."""
    named = {
        person.id: [fact.value for fact in person.facts if fact.tag == "NAME"]
        or [name for name in person.called if name.istitle()]
        for person in finding.subjects
    }
    letters = Letters(text, [name for names in named.values() for name in names])
    return {id_: letters.of(id_) for id_, names in named.items() if any(name in text for name in names)}


def _rows(text: str, people: Sequence[PersonStanding], letters: Mapping[str, str], part: str) -> list[str]:
    """Return everybody as numbered lines with what leaks; only those in a part of the text, if one is given."""
    rows: list[str] = []
    for number, person in enumerate(people, start=1):
        told = _told(text, person.leaks, part)
        if told or not part:
            letter = f" [{letters[person.id]}]" if person.id in letters else ""
            rows.append(f"{number}. {_plain(person.description)}{letter}: {told}")
    return rows


def _secrets(
    found: Finding, called: Mapping[str, str], text: str, people: Sequence[PersonStanding], part: str
) -> list[str]:
    """Return what nobody may learn of people as they are called in a rewrite, and what can be told of it there."""
    standing = {person.id: person for person in people}
    rows = []
    for person in found.subjects:
        known = dict.fromkeys(f"{fact.tag} {fact.value}" for fact in person.facts if fact.tag != "NAME")
        rows.append(f"{called.get(person.id) or _LEFT_OUT} ({_plain(person.description)}): {'; '.join(known)}")
        if person.id in standing:
            told, guessed = (_told(text, one, part) for one in (standing[person.id].leaks, standing[person.id].faint))
            rows += [f"- {kind}: {words}" for kind, words in (("worked out", told), ("guessed", guessed)) if words]
    return rows


def _told(text: str, leaks: Sequence[Leak], part: str) -> str:
    """Return leaks, each with the words that gave it away; only those in a part of the text, if one is given."""
    rows = []
    for leak in leaks:
        words = [text[start:end] for start, end in leak.places]
        if not part or not words or any(one in part for one in words):
            quotes = list(dict.fromkeys(map(_plain, words)))[:_MOST_QUOTES]
            rows.append(f"{leak.tag} {leak.value}" + (f" ({' | '.join(quotes)})" if quotes else ""))
    return "; ".join(rows)


def _plain(words: str) -> str:
    return " ".join(words.split())


def called_in(explanation: str, ids: Sequence[str]) -> dict[str, str]:
    """Return what a model says it calls people, by id; somebody left out is called nothing."""
    told: dict[str, str] = {}
    for match in _CALLED.finditer(explanation):
        number, words = int(match[1]), match[2].strip("\"'“”‘’ ")
        if 1 <= number <= len(ids):
            told.setdefault(ids[number - 1], "" if words.casefold().startswith(_LEFT_OUT) else words)
    return told
