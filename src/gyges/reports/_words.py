"""What figures and settings are called in a report: words for people instead of the names in files."""

from collections.abc import Mapping, Sequence

from gyges.reports._plain import label

__all__ = [
    "SPAN_NAMES",
    "UTILITY_NAMES",
    "control_name",
    "figure_name",
    "setting",
    "setting_name",
    "short_utility_name",
    "span_name",
    "truth_name",
    "utility_name",
]

_FIGURES = {
    "cpr": "CPR: facts protected",
    "ipr": "IPR: facts protected per person, on average",
    "strong_cpr": "CPR from a strong reader, estimated",
    "strong_ipr": "IPR from a strong reader, estimated",
    "read_cpr": "CPR from a strong reader, of the documents it read",
    "read_ipr": "IPR from a strong reader, of the documents it read",
    "confirmed_cpr": "CPR from a strong reader, confirmed by a sample",
    "confirmed_ipr": "IPR from a strong reader, confirmed by a sample",
    "aac": "1-AAC: facts of the main person protected",
    "weighted_cpr": "CPR weighed by sensitivity",
    "protected_people": "Well protected people",
    "prior_cpr": "CPR against a guess without the text",
    "excess_leak": "Leak beyond that guess, in points",
    "worst_subject": "Facts protected of the person worst off",
    "top_1": "Author attributes that the first guess got",
    "top_2": "Author attributes that one of the first two guesses got",
    "top_3": "Author attributes that one of the first three guesses got",
}
_CONTROLS = {
    "prior_ipr": "IPR against a guess without the text",
    "permuted_cpr": "CPR against what was read in another document",
    "original_cpr": "CPR of the original texts",
    "original_ipr": "IPR of the original texts",
    "original_aac": "1-AAC of the original texts",
}
_UTILITY = {
    "mean": "Mean utility",
    "rouge_l": "ROUGE-L with the original",
    "meaning": "Meaning kept",
    "rouge_1": "ROUGE-1 with the original",
    "readability": "Readability",
    "bleu": "BLEU with the original",
    "hallucination": "Adds nothing of its own",
    "embedding": "Closeness of meaning by embeddings",
}
_SHORT_UTILITY = {"rouge_1": "ROUGE-1", "rouge_l": "ROUGE-L", "bleu": "BLEU", "hallucination": "adds nothing"}
_SPANS = {
    "recall": "Words marked for masking that are gone",
    "er_direct": "Direct identifiers gone everywhere",
    "er_quasi": "Indirect identifiers gone everywhere",
}
_SETTINGS = {
    "reference_date": "day on which ages are stated",
    "matcher": "says who is who",
    "min_certainty": "counts facts of certainty",
    "methods": "methods named in the releases",
}
_TRUTH = {
    "annotated": "annotated",
    "self-labelled": "self-labelled: what a reader took out of the original texts",
    "mixed": "mixed: annotated in some texts, taken out of the original by a reader in the others",
}

UTILITY_NAMES = tuple(_UTILITY)
"""The measures of utility, the one to compare by first."""

SPAN_NAMES = tuple(_SPANS)
"""The figures about spans."""


def figure_name(name: str) -> str:
    """Return what a metric is called."""
    return _FIGURES.get(name, label(name))


def control_name(name: str) -> str:
    """Return what a control is called."""
    return _CONTROLS.get(name, label(name))


def utility_name(name: str) -> str:
    """Return what a measure of utility is called; all are better high."""
    return _UTILITY.get(name, label(name))


def short_utility_name(name: str) -> str:
    """Return the same for the head of a narrow column."""
    return _SHORT_UTILITY.get(name, label(name).lower())


def span_name(name: str) -> str:
    """Return what a figure about spans is called."""
    return _SPANS.get(name, label(name))


def truth_name(source: str) -> str:
    """Return where the truth of an audit comes from, in words."""
    return _TRUTH.get(source, source)


def setting_name(name: str) -> str:
    """Return what a setting is called, inside a line."""
    return _SETTINGS.get(name, label(name).lower())


def setting(value: object) -> str:
    """Return the value of a setting in words: no list or mapping as a program writes it.

    Example:
        >>> setting(["mask", "none"]), setting({"rounds": 3, "strict": True})
        ('mask, none', 'rounds 3, strict yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{label(str(name)).lower()} {setting(inner)}" for name, inner in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(setting(inner) for inner in value)
    return str(value)
