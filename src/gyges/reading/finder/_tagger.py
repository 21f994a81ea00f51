"""The learned tagger: for every word of a text, how much its context says that it tells who somebody is.

The weights are all-MiniLM-L6-v2 with a token head, trained by ``training/finder.py`` and stored as int8
(docs/design/finder.md has the card). They are read once a process, run on one thread, and need no network.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

VOCABULARY = Path(__file__).parent / "weights" / "vocab.txt"
_LONGEST_WORD = 100  # characters; a longer one is unknown to the scheme
_UNKNOWN = "[UNK]"
_CJK = "\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff"
_WORD = re.compile(rf"[^\W_{_CJK}]+|[{_CJK}]|[^\w\s]|_")
"""Letters and digits in a row; marks one by one. A mark over a letter, where it stands apart, is none of its own."""


@dataclass(frozen=True, slots=True)
class WordPieces:
    """The pieces of a text."""

    ids: list[int]  # their numbers in the vocabulary
    starts: list[int]  # for each the first character of its word in the text
    ends: list[int]  # for each the place after its word


def pieces_of(text: str) -> WordPieces:
    """Return a text in pieces."""
    made = WordPieces([], [], [])
    for match in _WORD.finditer(text):
        for number in _word_pieces(match[0]):
            made.ids.append(number)
            made.starts.append(match.start())
            made.ends.append(match.end())
    return made


@cache
def vocabulary() -> Mapping[str, int]:
    """Return the number of every piece."""
    return {piece: number for number, piece in enumerate(VOCABULARY.read_text(encoding="utf-8").split("\n")) if piece}


@lru_cache(maxsize=50_000)
def _word_pieces(word: str) -> tuple[int, ...]:
    known = vocabulary()
    plain = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")
    if not plain:
        return ()
    if len(plain) > _LONGEST_WORD:
        return (known[_UNKNOWN],)
    found: list[int] = []
    start = 0
    while start < len(plain):
        for end in range(len(plain), start, -1):
            piece = plain[start:end] if start == 0 else f"##{plain[start:end]}"
            if piece in known:
                found.append(known[piece])
                start = end
                break
        else:
            return (known[_UNKNOWN],)
    return tuple(found)


if TYPE_CHECKING:
    from onnxruntime import InferenceSession

WEIGHTS = Path(__file__).parent / "weights" / "tagger.onnx"
KINDS = (
    "person", "handle", "address", "place", "organisation", "contact", "code", "link", "position", "date", "birth_date",
    "age", "group", "occupation", "other",
)  # fmt: skip
"""Kinds of spans, in the order of the tagger's logits, which begin with one for no kind."""
_WINDOW, _STEP = 190, 158
"""WordPieces that are read at once, and how far the next window is: as trained."""
_AT_ONCE = 8  # windows in one call
_NOTHING = -12.0  # the logit of a character that is no part of a word

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tags:
    """What the tagger says of the words of a text, which are in order."""

    starts: NDArray[np.int64]  # where each word begins
    ends: NDArray[np.int64]  # where it ends
    kinds: Floats  # the share of each of `KINDS`, a row a word
    hides: Floats  # the logit that it helps to tell who somebody is
    direct: Floats  # the logit that it does so by itself


def tag(text: str) -> Tags:
    """Return what the tagger says of every word of a text."""
    pieces = pieces_of(text)
    logits = _logits(pieces)
    starts, first = np.unique(np.array(pieces.starts, dtype=np.int64), return_index=True)
    ends = np.array(pieces.ends, dtype=np.int64)[first]
    if not len(first):
        empty = np.zeros(0, dtype=np.float32)
        return Tags(starts, ends, np.zeros((0, len(KINDS)), dtype=np.float32), empty, empty)
    told = np.maximum.reduceat(logits, first, axis=0)  # the surest piece speaks for its word
    shares = np.exp(told[:, :-2] - told[:, :-2].max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return Tags(starts, ends, shares[:, 1:], told[:, -2], told[:, -1])


def _logits(pieces: WordPieces) -> Floats:
    made = np.zeros((len(pieces.ids), len(KINDS) + 3), dtype=np.float32)
    windows = [(at, pieces.ids[at : at + _WINDOW]) for at in _window_starts(len(pieces.ids))]
    edge = (_WINDOW - _STEP) // 2
    for group in (windows[at : at + _AT_ONCE] for at in range(0, len(windows), _AT_ONCE)):
        for (at, ids), row in zip(group, _run([ids for _, ids in group]), strict=True):
            skip = edge if at else 0  # the window before saw more of what stands around these
            made[at + skip : at + len(ids)] = row[1 + skip : 1 + len(ids)]
    return made


def _window_starts(length: int) -> Iterator[int]:
    yield from range(0, max(1, length - (_WINDOW - _STEP)), _STEP) if length else ()


def _run(windows: list[list[int]]) -> Floats:
    known = vocabulary()
    wide = max(map(len, windows)) + 2
    ids = np.zeros((len(windows), wide), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, window in enumerate(windows):
        ids[row, : len(window) + 2] = [known["[CLS]"], *window, known["[SEP]"]]
        mask[row, : len(window) + 2] = 1
    (logits,) = _session().run(None, {"input_ids": ids, "attention_mask": mask})
    made: Floats = np.asarray(logits, dtype=np.float32)
    return made


@cache
def _session() -> "InferenceSession":
    import onnxruntime  # a fifth of a second, which only whoever reads pays

    options: Any = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # runs share out the cores themselves
    return onnxruntime.InferenceSession(WEIGHTS, options, providers=["CPUExecutionProvider"])
