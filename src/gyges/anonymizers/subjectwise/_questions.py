"""The question to a model: rewrite a text so that what leaks from it can be worked out no more."""

from dataclasses import dataclass

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting import Rewrite
from gyges.anonymizers.subjectwise._invented import invents
from gyges.models import DocumentText, Prompt

__all__ = ["RewriteLeaks"]


@dataclass(frozen=True)
class RewriteLeaks(Prompt[Rewrite]):
    """Rewrite this text so that nothing of this can be worked out any more.

    Attributes:
        text: The text as it stands now, or a window of it.
        original: The original, where the text was rewritten before and is shown whole; else empty.
        leaks: What can be worked out of it, and the words that give it away.
        faint: What is guessed at, rightly, though on faint hints; empty if nothing.
        names: Everybody's names with the letters that stand for them, one person a line; empty where nobody has one.
        glossary: What names became in earlier windows, or empty.
        known: The original and the text, whose names and numbers are no inventions.
        purpose: What the user wants to protect and to keep.
        again: Whether the text was rewritten before.
        brief: Whether only what happened shall remain.
    """

    template = "prompts/rewrite.jinja"
    answer = Rewrite

    text: DocumentText
    original: str
    leaks: DocumentText
    faint: str
    names: str
    glossary: str
    known: tuple[str, ...]
    purpose: Purpose
    again: bool
    brief: bool

    def check(self, answer: Rewrite) -> None:
        """Require that nothing comes in."""
        if invents(answer.text, *self.known):
            raise ValueError("the text has a name, number, day or place that the text before it does not say")
