"""``pupa`` and ``medqa``: a request or a case must lose its person and still get its answer."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.errors import InputError
from gyges.models import DocumentText, Model, numbered
from gyges.records import Document, JsonValue
from gyges.scoring import rouge
from gyges.tuning._outcome import LeakedFact, UtilityLoss, standing
from gyges.tuning.objectives._objective import Judged, clipped_share, likeness, lost_passages
from gyges.tuning.objectives._questions import AnswerRequest, ChooseOption, CompareAnswers, FindLeakedUnits


@dataclass(frozen=True)
class RequestObjective:
    """Privacy: the share of personal details that are gone. Utility: whether the answer to the release is as good.

    A detail is there when its words stand in the release, whatever their case, or when the judge finds it in others.
    Both requests are answered by the judge's model and compared in both orders; each order counts half. As published
    (`paper`): only the judge says what leaks, to whom names of famous people are none, the answer is held against the
    stored one with nothing allowed for, and is as good when the first order says so or both say the same.
    Without a judge: words only, and ROUGE-L as a stand-in.
    """

    judge_model: Model | None = None  # who answers and compares
    paper: bool = False  # whether to measure as published
    name = "pupa"

    @property
    def measures(self) -> tuple[str, str]:
        """Details gone, answer as good."""
        utility = "answers as good, judged in both orders" if self.judge_model else "overlap (ROUGE-L, stand-in)"
        return "personal details gone", utility

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Judge, definition."""
        return {"judge": self.judge_model.name if self.judge_model else None, "paper": self.paper}

    async def prepare(self, document: Document) -> JsonValue:
        """Answer the original request once."""
        if self.judge_model is None:
            return None
        stored = document.meta.get("response")
        if self.paper and isinstance(stored, str) and stored:
            return stored
        return (await self.judge_model.ask(AnswerRequest(DocumentText(document.text)))).response

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Look for the details, and compare the answers."""
        units = _units(document)
        literal = standing(units, text)
        leaked = list(literal)
        if self.judge_model is not None:
            asked = units if self.paper else [unit for unit in units if unit not in literal]
            found = await self._found(asked, text, self.judge_model)
            leaked = found if self.paper else [*literal, *found]
        leaks = tuple(LeakedFact("detail", unit, "", (unit,) if unit in literal else ()) for unit in leaked)
        utility, losses = await self._utility(document, text, str(known or ""))
        return Judged(clipped_share(len(leaked), len(units)), utility, None, leaks, losses)

    async def _found(self, units: Sequence[str], text: str, judge: Model) -> list[str]:
        if not units:
            return []
        answer = await judge.ask(FindLeakedUnits(DocumentText(text), tuple(map(DocumentText, units)), self.paper))
        return [unit for number, unit in enumerate(units, start=1) if number in set(answer.leaked)]

    async def _utility(self, document: Document, text: str, before: str) -> tuple[float, tuple[UtilityLoss, ...]]:
        losses = lost_passages(document.text, text)
        if self.judge_model is None:
            return rouge(document.text, text).rouge_l, losses
        after = (await self.judge_model.ask(AnswerRequest(DocumentText(text)))).response
        request, old, new = DocumentText(document.text), DocumentText(before), DocumentText(after)
        one = await self.judge_model.ask(CompareAnswers(request, old, new, not self.paper))
        two = await self.judge_model.ask(CompareAnswers(request, new, old, not self.paper))
        as_good, still = one.better != "first", two.better != "second"
        utility = float(as_good or as_good == still) if self.paper else (as_good + still) / 2
        reason = one.reason if not as_good else two.reason
        return utility, losses if as_good and still else (UtilityLoss(f"the answer to it is worse: {reason}"), *losses)


def _units(document: Document) -> list[str]:
    units = document.meta.get("pii_units")
    if not isinstance(units, Sequence) or isinstance(units, str):
        raise InputError(
            f"document '{document.id}' has no list of personal details", "add 'pii_units' to its meta data"
        )
    return list(dict.fromkeys(str(unit).strip().casefold() for unit in units if str(unit).strip()))


_N = 4  # letters of a gram: short enough for style, long enough not to be the alphabet
_RUN = 8  # words in a row that are taken over as they were
_MOST_RUNS = 3


@dataclass(frozen=True)
class CaseObjective:
    """Privacy: how far the style is from the original's. Utility: the right answer is still found.

    With `style`, the folder of an embedding model of authors' styles (the paper takes LUAR), privacy is one minus the
    cosine of the two embeddings. Without one, a stand-in is the distance of the two texts as counts of letter
    sequences, which sees words and style alike; its figures are not those of the published tables.
    """

    judge_model: Model  # who answers the question
    paper: bool = False
    style: str | None = None  # folder of a style embedding model (extra ``dense``)
    name = "medqa"

    @property
    def measures(self) -> tuple[str, str]:
        """Style distance, right answers."""
        privacy = "distance of style embeddings" if self.style else f"distance of letter {_N}-grams"
        return privacy if self.style else f"{privacy} (stand-in for a style embedding)", "right answers"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Judge, length of the sequences."""
        return {"judge": self.judge_model.name, "n": _N, "paper": self.paper, "style": self.style}

    async def prepare(self, document: Document) -> JsonValue:
        """Need nothing."""
        del document
        return None

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Measure the distance and have the question answered."""
        del known
        options, right = document.meta.get("options"), str(document.meta.get("answer", ""))
        if not isinstance(options, Mapping) or right not in options:
            raise InputError(
                f"document '{document.id}' has no options with a right answer", "add both to its meta data"
            )
        given = {str(letter): str(words) for letter, words in options.items()}
        question = str(document.meta.get("question", ""))
        case = text if question in text else f"{text}\n\n{question}"
        asked = ChooseOption(DocumentText(case), numbered(given.values()), len(given))
        said = list(given)[(await self.judge_model.ask(asked)).number - 1]
        losses = (
            ()
            if said == right
            else (UtilityLoss(f"the answer is taken to be '{given[said]}' instead of '{given[right]}'"),)
        )
        leaks = tuple(
            LeakedFact("style", "words taken over", "the writer", (run,))
            for run in longest_shared_runs(document.text, text)
        )
        apart = 1 - likeness(self.style)(document.text, text) if self.style else style_distance(document.text, text)
        return Judged(apart, float(said == right), None, leaks, losses)


def style_distance(one: str, two: str) -> float:
    """Return one minus the cosine of two texts as counts of letter sequences."""
    first, second = _grams(one), _grams(two)
    shared = sum(count * second[gram] for gram, count in first.items())
    norms = math.sqrt(sum(c * c for c in first.values()) * sum(c * c for c in second.values()))
    return 1.0 if not norms else min(1.0, max(0.0, round(1 - shared / norms, 12)))


def longest_shared_runs(original: str, text: str) -> tuple[str, ...]:
    """Return the longest runs of words that a text takes over as they were, as they stand in it."""
    theirs = [word.casefold() for word in original.split()]
    runs = {tuple(theirs[i : i + _RUN]) for i in range(len(theirs) - _RUN + 1)}
    words, found, start = text.split(), [], 0
    while start + _RUN <= len(words):
        end = start
        while end + _RUN <= len(words) and tuple(w.casefold() for w in words[end : end + _RUN]) in runs:
            end += 1
        if end > start:
            found.append(" ".join(words[start : end + _RUN - 1]))
        start = max(end + _RUN - 1, start + 1) if end > start else start + 1
    return tuple(sorted(found, key=len, reverse=True)[:_MOST_RUNS])


def _grams(text: str) -> Counter[str]:
    line = " ".join(text.casefold().split())
    return Counter(line[i : i + _N] for i in range(len(line) - _N + 1))
