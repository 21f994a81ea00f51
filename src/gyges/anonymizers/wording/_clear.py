"""The judge of a text: whether its sexes can go completely and everybody is still told from everybody else."""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass

from gyges.anonymizers.wording._kin import neutral_people
from gyges.anonymizers.wording._people import Person, Text, find_people, sexed_noun
from gyges.anonymizers.wording._pronouns import neutral_pronouns, pronoun_places
from gyges.anonymizers.wording._referents import HE, resolve
from gyges.anonymizers.wording._rewording import Rewording, without_overlap
from gyges.anonymizers.wording._sexed import neutral_titles, neutral_words
from gyges.anonymizers.wording._tables import table, words_in

__all__ = ["Sexes", "judge_sexes"]

_PLURAL_FOR_ONE = frozenset(("themselves", "theirs"))


@dataclass(frozen=True, slots=True)
class Sexes:
    """What becomes of the words of a text that tell a sex.

    Attributes:
        swaps: What stands for them; none where they stay.
        pronouns: How many pronouns tell somebody's sex.
        reason: Why they stay; empty where they go or there are none.
    """

    swaps: tuple[Rewording, ...]
    pronouns: int
    reason: str


def judge_sexes(text: str, named: Mapping[int, str] | None = None, gone: Collection[tuple[int, int]] = ()) -> Sexes:
    """Return how all words of an English text that tell a sex become neutral, or why all of them stay.

    Args:
        text: The text.
        named: Who is named, by the code point where a name or a job begins.
        gone: Spans whose words go anyway.

    Example:
        >>> judge_sexes("Ana is ill. She rests.").reason, judge_sexes("Ana told Eva that she was ill.").reason
        ('', 'two may be meant by one pronoun')
    """
    apart = Text.of(text)
    places = pronoun_places(text, apart.words)
    meant = resolve(apart, places, named)
    pronouns = neutral_pronouns(text, meant.others)
    swaps = without_overlap((*pronouns.swaps, *neutral_titles(apart), *neutral_words(apart), *neutral_people(apart)))
    people = list(find_people(apart))
    reason = (
        meant.problem
        or _two_in_a_paragraph(apart, meant.people)
        or ("a sentence cannot be changed with certainty" if pronouns.kept or pronouns.guessed else "")
        or _odd(apart, swaps)
        or _collapse(apart, people)
        or _left(apart, swaps, {*places} - meant.others, gone)
    )
    told = any(swap.kind != "title" for swap in swaps)
    if not reason and told and any(token.low in words_in("clear", "told") for token in apart.words):
        reason = "other words tell a sex"
    return Sexes(() if reason else swaps, len(places) - len(meant.others), reason)


def _two_in_a_paragraph(text: Text, people: Mapping[int, str]) -> str:
    """Say that two have pronouns in one line, or that one has pronouns of both sexes."""
    last: tuple[int, str] | None = None
    sexes: dict[str, bool] = {}
    for at, key in people.items():
        he = text.low(at) in HE
        if sexes.setdefault(key, he) != he:
            return "one name has pronouns of both sexes"
        if last is not None and last[1] != key and "\n" not in {text.raw(place) for place in range(last[0], at)}:
            return "two people have pronouns in one paragraph"
        last = (at, key)
    return ""


def _odd(text: Text, swaps: Sequence[Rewording]) -> str:
    """Say that a neutral word would read as several people, stiffly, or as somebody: "a man's ring"."""
    if any(swap.rungs[0].lower() == "person" and text.text[swap.end : swap.end + 2] in {"'s", "’s"} for swap in swaps):
        return "a neutral word would read as somebody"
    new = {word for swap in swaps for word in swap.rungs[0].lower().split()}
    if new & _PLURAL_FOR_ONE:
        return "a neutral word would read as several people"
    if any(
        "young person" in swap.rungs[0].lower() or swap.rungs[0].lower().startswith(("other ", "another "))
        for swap in swaps
    ):
        return "a neutral word would read stiffly"
    return ""


def _collapse(text: Text, people: Sequence[Person]) -> str:
    """Say that two people would get one word."""
    classes = table("kin")["classes"]
    told: dict[str, set[tuple[str, str]]] = {}
    for person in people:
        if not person.many:
            told.setdefault(classes[person.group]["one"], set()).add((person.group, person.sex))
    for word, who in told.items():
        used = any(token.low == word for token in text.words)
        if len(who) > 1 or used:
            return "two people would get one word"
    return ""


def _left(text: Text, swaps: Sequence[Rewording], pronouns: Set[int], gone: Collection[tuple[int, int]]) -> str:
    """Say that a word would stay that tells somebody's sex."""
    changed = [*((swap.start, swap.end) for swap in swaps), *gone]
    for at, token in enumerate(text.words):
        noun = sexed_noun(token.low)
        sexed = at in pronouns or token.low in words_in("clear", "sexed")
        sexed = sexed or (noun is not None and not noun[1] and at not in text.fixed)
        if not sexed or token.opaque:
            continue
        if not any(low <= token.start < high for low, high in changed):
            return "a word that tells a sex would stay"
    return ""
