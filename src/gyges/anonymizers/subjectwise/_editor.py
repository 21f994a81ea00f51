"""The editor with a model: it is shown the text with all that leaks from it, and writes it anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting import Rewrite, RewriteRules, rewrite_text
from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._last_reading import invents
from gyges.anonymizers.subjectwise._letters import Letters
from gyges.anonymizers.subjectwise._options import Level
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding
from gyges.anonymizers.subjectwise._tellings import faint_leaks, guesses_text, leaks_text
from gyges.models import DocumentText, Model, Prompt
from gyges.records import Finding

_MOST_LEAKS = 80  # shown in one question, those of the worst-off people first
_MOST_NAMES = 60
_SHORTEST = 0.6  # of the words that ROUGE-L at the level's floor leaves, for there are sentences of few words
_GAP = 0.35  # of the text in one piece: a passage about people who are not needed goes as a whole
_LONGEST = 1.5  # times the words: a rewrite adds nothing


@dataclass(frozen=True)
class RewriteLeaks(Prompt[Rewrite], template="prompts/rewrite.jinja"):
    """Rewrite this text so that nothing of this can be worked out any more."""

    text: DocumentText  # the text as it stands now, or a window of it
    original: str  # the original, where the text was rewritten before and is shown whole; else empty
    leaks: DocumentText  # what can be worked out of it, and the words that give it away
    faint: str  # what is guessed at, rightly, though on faint hints; empty if nothing
    names: str  # everybody's names with the letters that stand for them, one person a line; empty where nobody has one
    glossary: str  # what names became in earlier windows, or empty
    known: tuple[str, ...]  # the original and the text, whose names and numbers are no inventions
    purpose: Purpose  # what the user wants to protect and to keep
    again: bool  # whether the text was rewritten before
    brief: bool  # whether only what happened shall remain

    def check(self, answer: Rewrite) -> None:
        """Require that nothing comes in."""
        if invents(answer.text, *self.known):
            raise ValueError("the text has a name, number, day or place that the text before it does not say")


@dataclass(frozen=True, slots=True)
class ModelEditor:
    """Asks a model to rewrite a text."""

    original: str  # the original
    letters: Mapping[str, str]  # the names of everybody in it, with the letters that stand for them
    model: Model  # the model
    purpose: Purpose  # what to protect and what to keep, in the user's words
    level: Level  # how far to go

    async def rewrite(
        self, version: Version, people: Sequence[PersonStanding], guessed: Sequence[PersonStanding] = ()
    ) -> str:
        """Return a version in the words of a model that was told what still leaks of some people."""
        shown = [(person, leak) for person in people for leak in person.leaks][:_MOST_LEAKS]
        faint = faint_leaks(guessed)[:_MOST_LEAKS]
        again = version.text != self.original

        def ask(window: DocumentText, glossary: str) -> RewriteLeaks:
            whole = window == version.text.strip()
            return RewriteLeaks(
                window,
                DocumentText(self.original) if again and whole else "",
                leaks_text(version.text, shown if whole else _within(window, version.text, shown)),
                guesses_text(version.text, faint if whole else _within(window, version.text, faint)),
                self._names(self.original if whole else window),
                glossary,
                (self.original, version.text),
                self.purpose,
                again,
                self.level.hides_cues,
            )

        return (await rewrite_text(self.model, version.text, ask, self._rules(again=again))).text

    def _rules(self, *, again: bool) -> RewriteRules:
        unchanged: Literal["clean", "always"] = "always" if again else "clean"
        shortest = self.level.utility * _SHORTEST
        return RewriteRules(min_ratio=shortest, gap=_GAP, max_ratio=_LONGEST, unchanged=unchanged)

    def _names(self, text: str) -> str:
        """Return everybody whom a text names, or for whom a letter stands in it: the names and the letter, a line."""
        forms: dict[str, list[str]] = {}
        for words, letter in self.letters.items():
            forms.setdefault(letter, []).append(words)
        words_of = " ".join(text.split())
        there = [
            f"{' / '.join(names)} -> {letter}"
            for letter, names in forms.items()
            if letter in words_of or any(name in words_of for name in names)
        ]
        return DocumentText("\n".join(there[:_MOST_NAMES])) if there else ""


def _within(window: str, text: str, shown: Sequence[tuple[PersonStanding, Leak]]) -> list[tuple[PersonStanding, Leak]]:
    """Return the leaks whose words stand in a window, and those that point nowhere."""
    return [
        (person, leak)
        for person, leak in shown
        if not leak.places or any(text[start:end] in window for start, end in leak.places)
    ]


def letters_for(text: str, finding: Finding) -> dict[str, str]:
    """Return what the people whom an attacker found are called, each with the letter of the person."""
    named = {
        person.id: [fact.value for fact in person.facts if fact.tag == "NAME"]
        or [name for name in person.called if name.istitle()]
        for person in finding.subjects
    }
    letters = Letters(text, [name for names in named.values() for name in names])
    return {name: letters.of(id_) for id_, names in named.items() for name in names if name in text}
