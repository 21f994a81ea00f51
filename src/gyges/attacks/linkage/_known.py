"""Which claims of a record are known when the user gave the knowledge in words of their own."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from gyges.attacks.linkage._analyzer import analyzer_named
from gyges.attacks.linkage._auxiliary import Auxiliary
from gyges.attacks.linkage._claims import Claim

__all__ = ["match_known"]


def match_known(auxiliary: Auxiliary, claims: Sequence[Claim]) -> Auxiliary:
    """Return what is known with the claims it covers: for each text the claim that shares most, by its rarest words.

    One claim for each text, as the paper leaves out one sentence for each known claim: what was known beforehand is
    nothing an attacker learns. A text that shares no word with any claim covers none. Drawn knowledge stays as it is.

    Example:
        >>> given = Auxiliary("a", (), ("She sings in Kiel.",))
        >>> match_known(given, [Claim("Ana bakes", 0, 9), Claim("Ana sings", 10, 19)]).known
        (1,)
    """
    if auxiliary.known:
        return auxiliary
    terms = [_terms(claim.text) for claim in claims]
    spread = Counter(term for some in terms for term in some)
    known = set()
    for text in auxiliary.texts:
        wanted = _terms(text)
        shared = [math.fsum(math.log1p(len(claims) / spread[term]) for term in wanted & some) for some in terms]
        if max(shared, default=0.0) > 0:
            known.add(shared.index(max(shared)))
    return replace(auxiliary, known=tuple(sorted(known)))


def _terms(text: str) -> set[str]:
    return set(analyzer_named("default").terms(text))
