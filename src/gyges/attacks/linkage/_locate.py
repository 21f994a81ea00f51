"""Where in a text a claim comes from, when all there is are its words."""

import math
from collections import Counter
from collections.abc import Iterable

from gyges.attacks.linkage._analyzer import analyzer_named
from gyges.attacks.linkage._claims import NOWHERE
from gyges.reading import split_sentences

__all__ = ["Locator"]


class Locator:
    """Finds the sentence that shares most with a claim.

    Words that few sentences and few claims have count more: claims repeat whom they are about, where sentences do not.

    Args:
        text: The text that was taken apart.
        claims: All its claims.

    Example:
        >>> Locator("Ana sings. Bo bakes bread.").find("Bo is baking.")
        (11, 26)
    """

    def __init__(self, text: str, claims: Iterable[str] = ()) -> None:
        self._spans = split_sentences(text)
        self._terms = [_terms(text[span.start : span.end]) for span in self._spans]
        spread = Counter(term for terms in self._terms for term in terms)
        claimed = Counter(term for claim in claims for term in _terms(claim))
        self._weights = {
            term: math.log1p(len(self._spans) / count) / max(1, claimed[term]) for term, count in spread.items()
        }

    def find(self, claim: str) -> tuple[int, int]:
        """Return start and end of the sentence, the first of equals; `NOWHERE` twice if no word is shared."""
        wanted = _terms(claim)
        shared = [math.fsum(self._weights[term] for term in wanted & terms) for terms in self._terms]
        best = max(shared, default=0.0)
        if best <= 0:
            return NOWHERE, NOWHERE
        span = self._spans[shared.index(best)]
        return span.start, span.end


def _terms(text: str) -> set[str]:
    return set(analyzer_named("default").terms(text))
