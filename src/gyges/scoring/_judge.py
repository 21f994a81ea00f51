"""Who decides about a pair of values: a human's recorded decision, the rules, or a judge model."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple
from unicodedata import normalize

from pydantic import BaseModel

from gyges.errors import AnswerInvalidError, BadRowError, EndpointUnavailableError, InputError, RequestRefusedError
from gyges.models import DocumentText, Model, Prompt, together
from gyges.records import SCORES, DecidedBy, taxonomy
from gyges.scoring.values import Profile, compare_values, normalised, taxonomy_of

UNANSWERED = (AnswerInvalidError, EndpointUnavailableError, RequestRefusedError)
"""Failures that concern one question. Others (no access, no budget, a host not allowed) concern the whole run."""

_SCORE_OF = {"same": 1.0, "less_precise": 0.5, "different": 0.0}
_REMEDY = 'write {"tag": "OCCUPATION", "truth": "cook", "guess": "chef", "score": 1}, with the score 0, 0.5 or 1'


class Pair(NamedTuple):
    """A true value and a guessed one of the same tag."""

    tag: str
    truth: str
    guess: str


class Opinion(NamedTuple):
    """A score and who gave it; no score when the one who was asked failed."""

    score: float | None
    decided_by: DecidedBy


class Comparison(BaseModel, extra="forbid"):
    """The judge's answer."""

    answer: Literal["same", "less_precise", "different"]


@dataclass(frozen=True)
class CompareValues(Prompt[Comparison], template="prompts/judge.jinja", max_tokens=256):
    """The question put to a judge: the tag and two values, no document and no person."""

    tag: str
    definition: str
    truth: DocumentText
    guess: DocumentText


@dataclass(frozen=True, slots=True)
class Judge:
    """A language model that compares two values where the rules are not sure.

    A pair is paid for once, however its letters are cased and its words spaced: the cache of the model knows it from
    then on. Truth and guess do not change places: what is less precise one way is the same the other way. A question
    that could not be answered fails alone, and its verdict has no score; what concerns the whole run is raised.

    Attributes:
        model: The model that is asked.
        taxonomy: The taxonomy that defines the tags.
    """

    model: Model
    taxonomy: str = "spia"

    async def decide(self, tag: str, truth: str, guess: str) -> Opinion:
        """Ask about one pair."""
        known = taxonomy(taxonomy_of(tag, self.taxonomy))[tag]
        prompt = CompareValues(known.name, known.definition, _asked(truth), _asked(guess))
        try:
            comparison = await self.model.ask(prompt)
        except UNANSWERED:
            return Opinion(None, DecidedBy.FAILED)
        return Opinion(_SCORE_OF[comparison.answer], DecidedBy.JUDGE)

    async def decide_all(self, pairs: Iterable[Pair]) -> dict[Pair, Opinion]:
        """Ask about many pairs at once, about each only once."""
        different = list(dict.fromkeys(pairs))
        opinions = await together([partial(self.decide, *pair) for pair in different])
        return dict(zip(different, opinions, strict=True))


@dataclass(frozen=True, slots=True)
class HumanDecisions:
    """What humans decided about pairs of values; it overrides rules and judges."""

    scores: Mapping[Pair, float] = field(default_factory=dict)

    def get(self, pair: Pair) -> Opinion | None:
        """Return the decision about a pair, if there is one."""
        score = self.scores.get(_key(*pair))
        return None if score is None else Opinion(score, DecidedBy.HUMAN)


@dataclass(frozen=True, slots=True)
class Opinions:
    """What is thought of pairs of values: by a human first, then by a judge who was asked, then by the rules."""

    profile: Profile
    taxonomy: str = "spia"
    human: HumanDecisions = field(default_factory=HumanDecisions)
    judged: Mapping[Pair, Opinion] = field(default_factory=dict)

    def of(self, pair: Pair) -> Opinion:
        """Return the opinion that counts."""
        decided = self.human.get(pair) or self.judged.get(pair)
        if decided is not None:
            return decided
        score = compare_values(*pair, self.profile, taxonomy_name=self.taxonomy).score
        return Opinion(score, DecidedBy.FAILED if score is None else DecidedBy.RULE)

    def is_open(self, pair: Pair) -> bool:
        """Whether a judge should be asked: no human decided and the rules are not sure."""
        rules = compare_values(*pair, self.profile, taxonomy_name=self.taxonomy)
        return not rules.settled and self.human.get(pair) is None


def load_human_decisions(path: Path) -> HumanDecisions:
    """Read decisions from a JSONL file with ``tag``, ``truth``, ``guess`` and ``score`` in each line.

    Later lines win over earlier ones about the same pair.
    """
    scores: dict[Pair, float] = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    pair, score = _decision(line, f"{path}:{number}")
                    scores[pair] = score
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read ({error})", "name a file of decisions, in UTF-8") from error
    return HumanDecisions(scores)


def _decision(line: str, where: str) -> tuple[Pair, float]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRowError(f"{where} is not JSON ({error})", _REMEDY) from error
    if not isinstance(row, dict) or any(not isinstance(row.get(key), str) for key in ("tag", "truth", "guess")):
        raise BadRowError(f"{where} lacks a tag, a truth or a guess", _REMEDY)
    score = row.get("score")
    if isinstance(score, bool) or not isinstance(score, int | float) or score not in SCORES:
        raise BadRowError(f"{where} has the score {score!r}", _REMEDY)
    return _key(row["tag"], row["truth"], row["guess"]), float(score)


def _asked(value: str) -> DocumentText:
    """Return a value as it is asked about: one question for all its cases and spaces, every sign of its script kept."""
    return DocumentText(" ".join(normalize("NFC", value.casefold()).split()))


def _key(tag: str, truth: str, guess: str) -> Pair:
    return Pair(tag.strip().upper(), normalised(truth), normalised(guess))
