"""The rewriter of ``rupta``: a first version, and then better ones from what became of those before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.adversarial import shrunk
from gyges.anonymizers.rewriting import AskRewrite, Rewrite, RewriteRules, rewrite_text
from gyges.anonymizers.rupta._options import RuptaOptions
from gyges.anonymizers.rupta._privacy import GivenAway
from gyges.anonymizers.rupta._version import RatedVersion, base_of, leak_lines, memory_rows
from gyges.attacks import target_words
from gyges.models import DocumentText, Model, Prompt


@dataclass(frozen=True)
class FirstAttempt(Prompt[Rewrite], template="rupta_first.jinja"):
    """Hide the person."""

    text: DocumentText  # the text, or a window of it
    glossary: str  # what names became in earlier windows
    leaks: str  # the words of the text by which the attacker recognised the person; empty if it named none
    label: str  # what the text must stay good for
    purpose: Purpose  # what the user wants to protect and to keep
    layout: str  # how to answer
    target: str  # who is hidden; empty for whom the text is mainly about
    kinds: tuple[str, ...]  # the kinds of facts that are hidden; none for the name


@dataclass(frozen=True)
class NextAttempt(FirstAttempt, template="rupta_next.jinja"):
    """Do better than the attempts before."""

    memory: tuple[Mapping[str, object], ...]  # the latest attempts with their ratings
    hidden: bool  # whether the attempt to go on from hides the person
    most: int  # the number of guesses of the attacker
    certainty: int  # from which certainty on a guess counts
    original: str  # the original, empty where it does not fit into one question
    repeated: bool  # whether the last answer was an attempt that had been made before


@dataclass(slots=True)
class Rewriter:
    """Rewrites one document.

    Each attempt starts from the version with the best reward, the newest of equal ones. Texts of earlier attempts are
    shown only where the document fits into one question; of longer ones the rewriter sees the ratings.
    """

    model: Model
    original: str
    options: RuptaOptions
    label: str
    purpose: Purpose
    kinds: tuple[str, ...] = ()
    windows: int = 1

    async def first(self, leaks: Sequence[GivenAway]) -> str:
        """Return the first version; it must change something, because something was recognised."""

        def ask(window: DocumentText, glossary: str) -> FirstAttempt:
            return FirstAttempt(window, glossary, *self._shared(leaks))

        return await self._rewrite(self.original, ask, RewriteRules(layout=self.options.layout, unchanged="never"))

    async def next(self, versions: Sequence[RatedVersion]) -> str:
        """Return another version; one that was made before is asked for a second time, and then returned."""
        text = await self._attempt(versions, repeated=False)
        if any(text == version.text for version in versions):
            text = await self._attempt(versions, repeated=True)
        return text

    async def _attempt(self, versions: Sequence[RatedVersion], *, repeated: bool) -> str:
        base = base_of(versions)
        memory = memory_rows(versions, self.options.memory, with_text=self.windows == 1)
        original = DocumentText(self.original) if self.windows == 1 else ""

        def ask(window: DocumentText, glossary: str) -> NextAttempt:
            how = (self.options.most, self.options.counts_from)
            rated = (memory, base.privacy.hidden, *how, original, repeated)
            return NextAttempt(window, glossary, *self._shared(base.privacy.leaks), *rated)

        least = shrunk(self.original, base.text)
        rules = RewriteRules(layout=self.options.layout, min_ratio=least, unchanged="always")
        return await self._rewrite(base.text, ask, rules)

    def _shared(self, leaks: Sequence[GivenAway]) -> tuple[str, str, Purpose, str, str, tuple[str, ...]]:
        target = target_words(self.options.whom)
        return leak_lines(leaks), self.label, self.purpose, self.options.layout, target, self.kinds

    async def _rewrite(self, text: str, ask: AskRewrite, rules: RewriteRules) -> str:
        done = await rewrite_text(self.model, text, ask, rules)
        windows = done.notes["windows"]
        self.windows = windows if isinstance(windows, int) else 1
        return done.text
