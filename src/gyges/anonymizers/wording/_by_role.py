"""Where "they" could be two people, the one whom the sentence names as a relative is called so again."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from gyges.anonymizers.wording._her import her_means
from gyges.anonymizers.wording._people import relative
from gyges.anonymizers.wording._tokens import Token

__all__ = ["Role", "find_role"]

_HE = frozenset(("he", "him", "his"))
_SHE = frozenset(("she", "her", "hers"))
_POSSESSIVE = {"his": "he", "her": "she"}


@dataclass(frozen=True, slots=True)
class Role:
    """A relative whom a sentence names, and the pronouns that stand for that person.

    Attributes:
        places: The pronouns.
        name: What stands for them: "the partner", "my child".
    """

    places: tuple[int, ...]
    name: str

    def instead_of(self, words: Sequence[Token], at: int) -> str:
        """Return what stands for the pronoun at a place."""
        low = words[at].low
        whose = low in {"his", "hers"} or (low == "her" and her_means(words, at) == "their")
        return f"{self.name}'s" if whose else self.name


def find_role(words: Sequence[Token], places: Sequence[int], sexed: Set[str]) -> Role | None:
    """Return the one relative of a sentence whose pronouns can be the word for that relative again.

    Args:
        words: The sentence.
        places: Its pronouns.
        sexed: Classes of relatives of which the text has both sexes: these get other words.
    """
    named = [(at, *found) for at, token in enumerate(words) if (found := relative(token.low)) is not None]
    for sex, forms, other in (("he", _HE, "she"), ("she", _SHE, "he")):
        ours = [at for at in places if words[at].low in forms]
        people = [(at, group, new) for at, group, has, new in named if has == sex]
        if len(people) != 1 or not ours or people[0][1] in sexed or min(ours) < people[0][0]:
            continue
        at, _, new = people[0]
        lead = words[at - 1].low if at else ""
        if lead in {"my", "our"} or _POSSESSIVE.get(lead) == other:
            return Role(tuple(ours), f"{lead if lead in {'my', 'our'} else 'the'} {new}")
    return None
