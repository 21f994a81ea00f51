"""What words say of a record: lexical distances, identifying spans left, and distances by embeddings and MAUVE."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from gyges.errors import InputError, MissingExtraError
from gyges.models import open_encoder
from gyges.reading import quote_places, split_sentences
from gyges.reading.finder import find_spans
from gyges.scoring._overlap import rouge_l
from gyges.scoring._rate import Count, Rate, bootstrap_rate
from gyges.scoring.semantic._raters import STOP_WORDS


def known_sentences(text: str, known: Sequence[str]) -> set[tuple[int, int]]:
    """Return for each claim the sentence that says most of it, as offsets; claims of one sentence share it."""
    sentences = [(start, end) for start, end in split_sentences(text)]
    if not sentences:
        return set()
    return {max(sentences, key=lambda place: rouge_l(claim, text[slice(*place)]).recall) for claim in known}


LEXICAL_VARIANTS = (
    "recall",
    "precision",
    "f1",
    "recall_without_known",
    "recall_without_stop_words",
    "recall_without_known_and_stop_words",
)
"""Variants of the ROUGE-L distance; recall is of the original's words (Xin et al. 2024, table 5)."""


def lexical_distances(original: str, record: str, known: Sequence[str] = ()) -> dict[str, float | None]:
    """Return one minus ROUGE-L of an original and a released record, in every variant."""
    whole = rouge_l(original, record)
    rest = _without(original, known)
    return {
        "recall": _distance(whole.recall if original.split() else None),
        "precision": _distance(whole.precision if record.split() else None),
        "f1": _distance(whole.f1 if original.split() else None),
        "recall_without_known": _recall(rest, record),
        "recall_without_stop_words": _recall(_content(original), _content(record)),
        "recall_without_known_and_stop_words": _recall(_content(rest), _content(record)),
    }


def _recall(original: str, record: str) -> float | None:
    return _distance(rouge_l(original, record).recall) if original.split() else None


def _distance(value: float | None) -> float | None:
    return None if value is None else 1 - value


def _without(text: str, known: Sequence[str]) -> str:
    hidden = known_sentences(text, known)
    return " ".join(text[start:end] for start, end in split_sentences(text) if (start, end) not in hidden)


def _content(text: str) -> str:
    return " ".join(word for word in text.split() if word.strip(".,;:!?()\"'").lower() not in STOP_WORDS)


def identifiers_left(original: str, record: str, known: Sequence[str] = ()) -> Count:
    """Count the identifying spans of an original that a record still holds, out of all of them.

    Spans are found by the embedded engine in the original. Those in a sentence the attacker knew do not count.
    """
    hidden = known_sentences(original, known)
    spans = [
        original[mention.start : mention.end]
        for mention in find_spans(original)
        if not any(start <= mention.start < end for start, end in hidden)
    ]
    distinct = {" ".join(words.split()).casefold(): words for words in spans}.values()
    return Count(sum(bool(quote_places(words, record)) for words in distinct), len(distinct))


MOST_TOKENS = 512
"""Tokens of a text that MAUVE reads (Xin et al. 2024, published code)."""


def embedding_distance(records: Sequence[tuple[Sequence[str], Sequence[str]]], model: str | Path) -> Rate:
    """Return how far claims are from the nearest claim of their linked record, averaged over records."""
    import numpy as np

    encoder = open_encoder(model, "comparing meanings by embeddings")
    counts = []
    for wanted, found in records:
        if not wanted or not found:
            counts.append(Count(0, 0))
            continue
        vectors = np.asarray(
            encoder.encode([*wanted, *found], normalize_embeddings=True, show_progress_bar=False), dtype=np.float64
        )
        nearest = (vectors[: len(wanted)] @ vectors[len(wanted) :].T).max(axis=1)
        counts.append(Count(float(1 - nearest.mean()), 1))
    return bootstrap_rate(counts)


def mauve_distance(originals: Sequence[str], releases: Sequence[str], model: str | Path) -> float:
    """Return one minus MAUVE of two sets of texts: how far the releases are from the originals as a whole."""
    if not Path(model).is_dir():
        raise InputError(f"there is no folder {model} with a language model", "name a local model")
    first, second = ([text for text in texts if text.strip()] for texts in (originals, releases))
    if not first or not second:
        raise InputError("MAUVE needs texts on both sides", "leave it out")
    try:
        library = import_module("mauve")
    except ModuleNotFoundError as error:
        raise MissingExtraError("mauve", "comparing sets of texts by MAUVE") from error
    result = library.compute_mauve(
        p_text=first,
        q_text=second,
        featurize_model_name=str(model),
        max_text_length=MOST_TOKENS,
        device_id=-1,
        verbose=False,
    )
    return 1 - float(result.mauve)
