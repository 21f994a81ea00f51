"""``sanitize-paraphrase``: a model takes out what identifies, then says the rest in other words (Xin et al.)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.paraphrasing._paraphrase import Paraphrase, ParaphraseOptions
from gyges.anonymizers.rewriting import OnePass, RewritePrompt, RewriteRules, hash_of_prompts
from gyges.records import Document, JsonValue, Release

__all__ = ["METHOD", "Sanitize", "SanitizeThenParaphrase"]

_NAME = "sanitize-paraphrase"


@dataclass(frozen=True)
class Sanitize(RewritePrompt):
    """Generalise or drop what says who somebody is, and leave the rest alone."""

    template = "sanitize.jinja"


@dataclass(frozen=True)
class SanitizeThenParaphrase:
    """Two passes over the whole document, so that the paraphrase never sees what was taken out."""

    sanitize: OnePass
    paraphrase: OnePass
    name: str = _NAME

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The settings of both passes; they differ in the words of the question only."""
        return {**self.sanitize.settings, "paraphrase_prompt": self.paraphrase.prompt}

    async def anonymize(self, document: Document) -> Release:
        """Return the document after both passes.

        Raises:
            RewriteFailedError: One of the passes gave something that is no rewrite.
            ModelError: The model could not be asked.
        """
        first = await self.sanitize.anonymize(document)
        second = await self.paraphrase.anonymize(replace(document, text=first.text, mentions=None))
        passes = {"sanitize": first, "paraphrase": second}
        trace: dict[str, JsonValue] = {
            **second.trace,
            "windows": {step: done.trace["windows"] for step, done in passes.items()},
            "repairs": [repair for done in passes.values() for repair in _listed(done.trace["repairs"])],
        }
        return Release(document.id, second.text, self.name, trace)


def _listed(value: JsonValue) -> list[JsonValue]:
    return list(value) if isinstance(value, list) else []


def _make(tools: Tools, options: ParaphraseOptions, argument: str) -> SanitizeThenParaphrase:
    del argument
    model = tools.rewriter(_NAME)
    rules = RewriteRules(layout=options.layout, window_tokens=options.window_tokens, temperature=options.temperature)
    return SanitizeThenParaphrase(
        OnePass("sanitize", model, Sanitize, rules, tools.purpose, hash_of_prompts(Sanitize)),
        OnePass(
            "paraphrase",
            model,
            Paraphrase,
            replace(rules, unchanged="never"),
            tools.purpose,
            hash_of_prompts(Paraphrase),
        ),
    )


def _calls(_: ParaphraseOptions) -> MethodCalls:
    return MethodCalls(rewrites=2)  # one that sanitizes, one that paraphrases


METHOD = Method(
    _NAME,
    "A model generalises what identifies somebody, then says the rest in other words.",
    _make,
    options=ParaphraseOptions,
    needs_model=True,
    calls=_calls,
)
