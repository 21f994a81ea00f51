"""Data about authors: who attacks it, and by which overlap its utility is measured."""

from collections.abc import Iterable, Sequence

from gyges.attacks import by_author
from gyges.records import Document
from gyges.scoring import Overlap, is_about_author

__all__ = ["are_about_authors", "author_attackers", "overlap_of"]


def are_about_authors(documents: Iterable[Document]) -> bool:
    """Whether the truth is about authors only, as in the author-profiling benchmarks."""
    known = False
    for document in documents:
        known = True
        if not is_about_author(document):
            return False
    return known


def author_attackers(attackers: Sequence[str], documents: Iterable[Document]) -> tuple[str, ...]:
    """Return who attacks: documents labelled for their author only are read by the author attack of each attacker."""
    if not are_about_authors(documents):
        return tuple(attackers)
    return tuple(by_author(name) for name in attackers)


def overlap_of(documents: Iterable[Document]) -> Overlap:
    """Return what mean utility takes in: ROUGE-1 for author data (Staab et al.), else ROUGE-L (SPIA)."""
    return "rouge_1" if are_about_authors(documents) else "rouge_l"
