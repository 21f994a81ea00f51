"""Lessons: the questions a student will be asked, with what its teacher answered.

A question is made by the very code that asks it later, and a lesson is kept only where that code takes the answer.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gyges.anonymizers.adversarial import AdversarialOptions, Inference, rewrite_against, shrunk
from gyges.anonymizers.distillation._rounds import Role, Round, Taught, rounds_of
from gyges.anonymizers.rewriting import RewriteRules
from gyges.errors import ModelError, ReleaseError
from gyges.models import Message, Model, Reply, Request, model_of
from gyges.records import Document, JsonValue, Release

_MOST_QUOTES = 4  # what an answer may hold


@dataclass(frozen=True, slots=True)
class Lesson:
    """One question and its answer."""

    document: str  # the document it is about
    number: int  # the round
    messages: tuple[Message, ...]  # the question
    answer: str  # what the teacher answered, as the student is to write it

    def to_json(self) -> dict[str, JsonValue]:
        """Return the lesson as files for training hold it."""
        turns: list[JsonValue] = [{"role": turn.role, "content": turn.content} for turn in self.messages]
        return {
            "document": self.document,
            "round": self.number,
            "messages": [*turns, {"role": "assistant", "content": self.answer}],
        }


@dataclass
class Lessons:
    """All lessons of a run, and why others are none."""

    kept: list[Lesson] = field(default_factory=list)  # the lessons
    dropped: Counter[str] = field(default_factory=Counter)  # how many were dropped, by reason


class _Playback:
    """Says what the teacher said, and remembers what it was asked."""

    takes_schema, endpoint, model = True, "playback", "teacher"

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.asked: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.asked.append(request)
        return Reply(self.answer)

    async def aclose(self) -> None:
        """Hold nothing."""


async def make_lessons(
    taught: Taught, documents: Sequence[Document], releases: Mapping[str, Release], role: Role
) -> Lessons:
    """Return what a run teaches for one role."""
    lessons = Lessons()
    for document in documents:
        release = releases.get(document.id)
        rounds = rounds_of(document, release) if release is not None and "failed" not in release.trace else ()
        if not rounds:
            lessons.dropped["no release, or none with rounds"] += 1
            continue
        for before, after in zip(rounds, [*rounds[1:], None], strict=True):
            if role == "attacker":
                await _attacked(taught, document, before, lessons)
            elif after is not None:
                await _rewritten(taught, document, before, after, lessons)
    return lessons


def told_of(one: Round, options: AdversarialOptions) -> tuple[Inference, ...]:
    """Return what the rewriter was told, as the method tells it."""
    if not options.feedback or one.concluded is None:
        return ()
    counting = tuple(row for row in one.concluded if row.certainty >= options.certainty)
    return (counting or one.concluded) if options.stop == "certainty" else one.concluded


def rewrite_rules(original: str, text: str) -> RewriteRules:
    """Return what counts as a rewrite; a text that was good enough for the teacher may stay as it is."""
    return RewriteRules(min_ratio=shrunk(original, text), unchanged="always")


async def _attacked(taught: Taught, document: Document, one: Round, lessons: Lessons) -> None:
    if one.concluded is None:
        lessons.dropped["not attacked"] += 1
        return
    known = {row.tag: row for row in one.concluded}
    rows = []
    for tag in taught.options.tags:
        row = known.get(tag.name, Inference(tag.name, (), 0))
        rows.append(
            {
                "tag": tag.name,
                "quotes": list(row.evidence[:_MOST_QUOTES]),
                "reasoning": row.reasoning,
                "guesses": list(row.guesses),
                "certainty": row.certainty,
            }
        )
    player = _Playback(json.dumps({"attributes": rows}, ensure_ascii=False))
    try:
        await taught.attack(_model(player)).attack(one.text, id=document.id)
    except ModelError:
        lessons.dropped["an answer that is not valid"] += 1
        return
    _keep(player, document, one.number, lessons)


async def _rewritten(taught: Taught, document: Document, before: Round, after: Round, lessons: Lessons) -> None:
    player = _Playback(json.dumps({"explanation": "", "text": after.text}, ensure_ascii=False))
    told, rules = told_of(before, taught.options), rewrite_rules(document.text, before.text)
    try:
        await rewrite_against(_model(player), before.text, told, taught.options, taught.purpose, rules)
    except (ModelError, ReleaseError):
        lessons.dropped["an answer that is not valid"] += 1
        return
    _keep(player, document, before.number, lessons)


def _model(player: _Playback) -> Model:
    return model_of(player)


def _keep(player: _Playback, document: Document, number: int, lessons: Lessons) -> None:
    if len(player.asked) != 1:  # windows were asked one by one, and what was answered to each is not known
        lessons.dropped["longer than one window"] += 1
        return
    lessons.kept.append(Lesson(document.id, number, player.asked[0].messages, player.answer))
