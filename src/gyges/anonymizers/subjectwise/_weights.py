"""What meaning costs: dear is what a document is for (requests, decisions, what happened), cheap what only describes.

How likely a careful editor would never drop a statement is a logistic model of a few features. Its weights were fitted
on statements marked by reading (``training/worth.py``).
"""

import json
import math
import re
from collections import Counter
from functools import cache
from importlib.resources import files

from gyges.anonymizers.subjectwise._layout import STAYS, Block, Layout
from gyges.anonymizers.subjectwise._tables import table
from gyges.reading import stem
from gyges.reading.english import can_be, usual_tag

_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")
_LONG = re.compile(r"[a-z]{4,}")
_CONTENT = frozenset(("NN", "NNS", "VB", "VBD", "VBN", "VBG", "JJ"))
_NEGATION = re.compile(r"\b(?:not|never|no|nobody|nothing|none|neither|nor|cannot|without|\w+n['’]t)\b", re.IGNORECASE)
_STATIVE = re.compile(
    r"\W*(?:i|he|she|they|we|(?:my|his|her) \w+)(?:['’](?:m|s|re)| (?:am|is|are|was|were|has|have)) ", re.IGNORECASE
)
_FINDING = re.compile(r"\d(?:[.,]\d+)?\s?(?:mg|mcg|ml|mmol|°\s?[CF]\b|mmHg|dB\b)")
_SUM = re.compile(r"[$€£]\s?\d|\b[A-Z]{3} \d|\d[\d.,]{2,}")
_CLASSES = ("request", "decision", "event", "care", "cause", "report")
FEATURES = (
    "one", *_CLASSES, "description", "density", "negation", "order", "question", "answer", "happened", "subject",
    "identity", "under", "first", "last", "line", "row", "fixed", "head", "length", "short", "stative", "taken_up",
    "share_taken_up", "aside", "number",
)  # fmt: skip
"""The features of a statement, in the order of the weights."""
_NO_VERB = 0.1  # the event score of words without a verb
_LABEL_WORDS = 4  # of a label that says what a line is about
_HEAD = 3  # statements at the head of a text that are no sentences
_MOST = 4.0  # the largest log of a length, and the most words that are taken up, that count
_FEW = 4  # words of a short statement
_DENSE = 3.0  # one describing word in so many is as dense as counts
_BARE = 5  # words of a request or decision that describes nobody, whatever its words are
_DECIDED = 2.0
"""What a word of a bare request or decision costs at least ("Age waiver granted."), however short."""
_RANGE = 3.0  # logits at which a cost is cut off


class Worth:
    """What the statements of a text are worth.

    A word of a statement that is as likely to be dropped by a careful editor as not costs 1; the cost is the odds.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._stems = [_stems(layout.text[one.start : one.end]) for one in layout.statements]
        self._having = Counter(one for own in self._stems for one in own)
        self._under = _under_subjects(layout)
        told = [number for number, block in enumerate(layout.blocks) if block.kind == "text"]
        self._first = layout.blocks[told[0]].first if told else -1
        self._last = told[-1] if told else -1
        learned = _learned()
        self._weights = tuple(learned.get(name, 0.0) for name in FEATURES)

    def cost(self, number: int) -> float:
        """Return what a word of a statement costs; a request or a decision that describes nobody is never cheap."""
        features = dict(zip(FEATURES, self.features(number), strict=True))
        own = self._layout.statements[number]
        words = self._layout.text[own.start : own.end]
        bare = not features["description"] or len(words.split()) <= _BARE
        dear = (features["decision"] or features["request"]) and bare and not features["head"]
        dear = dear or _is_told_for(words)
        return max(_odds(self._logit(tuple(features.values()))), _DECIDED if dear else 0.0)

    def features(self, number: int) -> tuple[float, ...]:
        """Return the features of a statement."""
        layout = self._layout
        own = layout.statements[number]
        block = layout.blocks[own.block]
        words = layout.text[own.start : own.end]
        label = _label(layout, block) if own.opens else ""
        before = layout.statements[number - 1].end - 1 if number else 0
        told = self._said(words, number) | {
            "answer": float(number > 0 and layout.text[before] == "?"),
            "subject": float(bool(label) and _matches("subject", label)),
            "identity": float(bool(label) and _matches("identity", label)),
            "under": float(own.block in self._under),
            "first": float(number == self._first),
            "last": float(own.block == self._last),
            "line": float(block.kind == "line"),
            "row": float(block.kind == "row"),
            "fixed": float(block.kind in STAYS),
            "head": float(number < _HEAD and block.kind != "text"),
        }
        return tuple(told[name] for name in FEATURES)

    def _said(self, words: str, number: int) -> dict[str, float]:
        length = max(1, len(words.split()))
        describing = len(_pattern("description").findall(words))
        stems = _stems(words)
        own = self._stems[number]
        again = [min(2, self._having[one] - (one in own)) for one in stems]  # statements beside its own that have it
        return {
            "one": 1.0,
            **{name: float(_matches(name, words)) for name in _CLASSES},
            "description": min(describing, _HEAD) / _HEAD,
            "density": min(1.0, _DENSE * describing / length),
            "negation": float(_NEGATION.search(words) is not None),
            "order": float(_is_order(words)),
            "question": float(words.endswith("?")),
            "happened": event_score(words),
            "length": min(math.log(length), _MOST) / _MOST,
            "short": float(length < _FEW),
            "stative": float(_STATIVE.match(words) is not None),
            "taken_up": min(sum(map(bool, again)), _MOST) / _MOST,
            "share_taken_up": sum(again) / (2 * len(again)) if again else 0.0,
            "aside": float(words.startswith("(")),
            "number": float(any(map(str.isdigit, words))),
        }

    def _logit(self, features: tuple[float, ...]) -> float:
        return sum(weight * one for weight, one in zip(self._weights, features, strict=True))


def _is_told_for(words: str) -> bool:
    """Tell whether a statement holds what a report or a claim is written for: a harm, a finding, what is to be paid."""
    return (
        _matches("harm", words)
        or _FINDING.search(words) is not None
        or (_SUM.search(words) is not None and _matches("money", words))
    )


def _odds(logit: float) -> float:
    return math.exp(max(-_RANGE, min(_RANGE, logit)))


def event_score(words: str) -> float:
    """Return how much of some words tells what happened, from 0 to 1, against what somebody or something is like."""
    events = states = 0
    describing = _describing()
    for word in _WORD.findall(words):
        lower = word.lower()
        if lower in describing:
            states += 1
        elif (tag := usual_tag(lower)) in {"VBD", "VBN"} and can_be(lower, "VERB"):
            events += 1
        elif tag in {"VBZ", "VBP"}:
            states += 1
    return events / (events + states + _NO_VERB) if events or states else _NO_VERB


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _LONG.findall(words) if usual_tag(word) in _CONTENT)


def _label(layout: Layout, block: Block) -> str:
    label = layout.text[block.start : layout.statements[block.first].start]
    return label if len(_WORD.findall(label)) <= _LABEL_WORDS else ""


def _under_subjects(layout: Layout) -> frozenset[int]:
    """Return the blocks below a heading that says what the document is for, or below a line that announces it."""
    found: set[int] = set()
    for heading, own in layout.over.items():
        one = layout.blocks[heading]
        if _matches("subject", layout.text[one.start : one.end]):
            found.update(own)
    announced = False
    for place, block in enumerate(layout.blocks):
        words = layout.text[block.start : block.end].rstrip()
        if announced and not block.apart:
            found.add(place)
        else:
            announced = words.endswith(":") and _matches("subject", words) and len(words.split()) <= 2 * _LABEL_WORDS
    return frozenset(found)


def _is_order(words: str) -> bool:
    """Tell whether words begin with a verb in its plain form."""
    first = _WORD.search(words)
    return first is not None and words.strip().startswith(first[0]) and usual_tag(first[0].lower()) == "VB"


@cache
def _pattern(name: str) -> re.Pattern[str]:
    row = table("worth")[name]
    words = [re.escape(word[:-1]) + r"\w*" if word.endswith("-") else re.escape(word) for word in row["words"].split()]
    lines = row.get("phrases", "").split("\n")
    phrases = [re.escape(one).replace("'", "['’]") for line in lines for one in line.split("|") if one]
    return re.compile(rf"(?<!\w)(?:{'|'.join([*phrases, *words])})(?!\w)", re.IGNORECASE)


def _matches(name: str, words: str) -> bool:
    return _pattern(name).search(words) is not None


@cache
def _describing() -> frozenset[str]:
    return frozenset(table("clauses")["describing"]["words"].split())


@cache
def _learned() -> dict[str, float]:
    row = json.loads((files(__package__) / "tables" / "worth.json").read_text(encoding="utf-8"))
    weights: dict[str, float] = row["weights"]
    return weights
