"""The editor with a model: it is shown the text with all that leaks from it, and writes it anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting import RewriteRules, rewrite_text
from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._levels import Level
from gyges.anonymizers.subjectwise._questions import RewriteLeaks
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding
from gyges.anonymizers.subjectwise._tellings import faint_leaks, guesses_text, leaks_text
from gyges.models import DocumentText, Model

__all__ = ["ModelEditor"]

_MOST_LEAKS = 80  # shown in one question, those of the worst-off people first
_MOST_NAMES = 60
_SHORTEST = 0.6  # of the words that ROUGE-L at the level's floor leaves, for there are sentences of few words
_GAP = 0.35  # of the text in one piece: a passage about people who are not needed goes as a whole
_LONGEST = 1.5  # times the words: a rewrite adds nothing


@dataclass(frozen=True, slots=True)
class ModelEditor:
    """Asks a model to rewrite a text.

    Attributes:
        original: The original.
        letters: The names of everybody in it, with the letters that stand for them.
        model: The model.
        purpose: What to protect and what to keep, in the user's words.
        level: How far to go.
    """

    original: str
    letters: Mapping[str, str]
    model: Model
    purpose: Purpose
    level: Level

    async def rewrite(
        self, version: Version, people: Sequence[PersonStanding], guessed: Sequence[PersonStanding] = ()
    ) -> str:
        """Return a version in the words of a model that was told what still leaks of some people.

        Args:
            version: The text as it stands.
            people: People with what leaks of them.
            guessed: People with what is guessed at faintly, but rightly.

        Raises:
            RewriteFailedError: What it wrote is no such text; the message says why.
            ModelError: The model could not be asked.
        """
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
