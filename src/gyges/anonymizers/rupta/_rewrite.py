"""The rewriter of ``rupta``: a first version, and then better ones from what became of those before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.adversarial import shrunk
from gyges.anonymizers.rewriting import AskRewrite, Rewrite, RewriteRules, rewrite_text
from gyges.anonymizers.rupta._options import RuptaOptions
from gyges.anonymizers.rupta._version import Version, best_of, memory_rows
from gyges.models import DocumentText, Model, Prompt

__all__ = ["Rewriter"]


@dataclass(frozen=True)
class FirstAttempt(Prompt[Rewrite]):
    """Hide the person.

    Attributes:
        text: The text, or a window of it.
        glossary: What names became in earlier windows.
        leaks: The words of the original by which the attacker recognised the person; empty if it named none.
        label: What the text must stay good for.
        purpose: What the user wants to protect and to keep.
        layout: How to answer.
    """

    template = "../prompts/rupta_first.jinja"
    answer = Rewrite

    text: DocumentText
    glossary: str
    leaks: str
    label: str
    purpose: Purpose
    layout: str


@dataclass(frozen=True)
class NextAttempt(FirstAttempt):
    """Do better than the attempts before.

    Attributes:
        memory: The latest attempts with their ratings.
        hidden: Whether the best attempt hides the person.
        most: The number of guesses of the attacker.
    """

    template = "../prompts/rupta_next.jinja"

    memory: tuple[Mapping[str, object], ...]
    hidden: bool
    most: int


@dataclass(slots=True)
class Rewriter:
    """Rewrites one document.

    Each attempt starts from the best version so far. Texts of earlier attempts are shown only where the document fits
    into one question; of longer ones the rewriter sees the ratings.
    """

    model: Model
    original: str
    options: RuptaOptions
    label: str
    purpose: Purpose
    windows: int = 1

    async def first(self, leaks: Sequence[str]) -> str:
        """Return the first version; it must change something, because something was recognised."""

        def ask(window: DocumentText, glossary: str) -> FirstAttempt:
            return FirstAttempt(window, glossary, _words(leaks), self.label, self.purpose, self.options.layout)

        return await self._rewrite(self.original, ask, RewriteRules(layout=self.options.layout, unchanged="never"))

    async def next(self, versions: Sequence[Version]) -> str:
        """Return another version."""
        best = best_of(versions)
        memory = memory_rows(versions, self.options.memory, with_text=self.windows == 1)

        def ask(window: DocumentText, glossary: str) -> NextAttempt:
            shared = (window, glossary, _words(best.privacy.leaks), self.label, self.purpose, self.options.layout)
            return NextAttempt(*shared, memory, best.privacy.hidden, self.options.most)

        least = shrunk(self.original, best.text)
        rules = RewriteRules(layout=self.options.layout, min_ratio=least, unchanged="always")
        return await self._rewrite(best.text, ask, rules)

    async def _rewrite(self, text: str, ask: AskRewrite, rules: RewriteRules) -> str:
        done = await rewrite_text(self.model, text, ask, rules)
        windows = done.notes["windows"]
        self.windows = windows if isinstance(windows, int) else 1
        return done.text


def _words(leaks: Sequence[str]) -> str:
    return DocumentText("\n".join(leaks)) if leaks else ""
