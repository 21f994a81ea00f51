"""Whose sex can go: completely, and so that everybody is still told from everybody else."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gyges.anonymizers.wording._cast import cast_of
from gyges.anonymizers.wording._cues_of_sex import SexCue, cues_of
from gyges.anonymizers.wording._instead import Instead
from gyges.anonymizers.wording._mentions import CREATURE
from gyges.anonymizers.wording._people import Text, relative
from gyges.anonymizers.wording._pronouns import is_both, pronoun_places, role_of, says_more
from gyges.anonymizers.wording._referents import HE, Referents, resolve
from gyges.anonymizers.wording._rewording import Rewording, without_overlap
from gyges.anonymizers.wording._tables import table, words_in
from gyges.anonymizers.wording._tokens import Token

__all__ = ["Sexes", "judge_sexes"]

_SEXED = HE | {"she", "her", "hers", "herself"}
_BESIDE = 1  # sentences between two pronouns that are read together
_SOMEBODY = "somebody"  # who is meant by a pronoun that may mean two


@dataclass(frozen=True, slots=True)
class Sexes:
    """What becomes of the words of a text that tell a sex.

    Attributes:
        swaps: What stands for them.
        hidden: The keys of those whose sex goes.
        kept: Why the sexes of others stay, by their keys.
    """

    swaps: tuple[Rewording, ...]
    hidden: frozenset[str] = frozenset()
    kept: Mapping[str, str] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """Why some sex stays; empty where all go or there are none."""
        return next(iter(self.kept.values()), "")

    @property
    def outcome(self) -> str:
        """What became of them: ``hidden``, ``stays``, or ``partly`` hidden, of some people."""
        return "hidden" if not self.kept else "partly" if self.hidden else "stays"


def judge_sexes(
    text: str,
    named: Mapping[int, str] | None = None,
    letters: Mapping[str, str] | None = None,
    gone: Collection[tuple[int, int]] = (),
) -> Sexes:
    """Return how the words of an English text that tell somebody's sex become neutral, for everybody for whom all can.

    Args:
        text: The text.
        named: Who is named, by the code point where a name or a job begins.
        letters: What stands for their names, by the same keys.
        gone: Spans whose words go anyway.

    Example:
        >>> found = judge_sexes("Marek is ill. He rests. Eva told Olena that she was late.")
        >>> sorted(found.hidden), found.reason
        (['name marek'], 'two may be meant by one pronoun')
    """
    return _Judge(text, named, letters or {}, gone).judge()


class _Judge:
    def __init__(
        self, text: str, named: Mapping[int, str] | None, letters: Mapping[str, str], gone: Collection[tuple[int, int]]
    ) -> None:
        self._text = Text.of(text)
        words = self._text.words
        places = [at for at in pronoun_places(text, words) if not is_both(*self._sentence(at))]
        self._cast = cast_of(self._text, named)
        whose = frozenset(at for at in places if role_of(*self._sentence(at)) == "whose")
        self._meant: Referents = resolve(self._text, places, self._cast, whose)
        self._spots = {one.at: one.key for one in self._cast.mentions} | dict(self._meant.people)
        self._spots |= dict.fromkeys(self._meant.open, _SOMEBODY)
        self._sexed = frozenset(
            at for at, token in enumerate(words) if token.low in _SEXED and not is_both(*self._sentence(at))
        )
        self._number = {first: number for number, (first, _) in enumerate(sorted(set(self._text.bounds)))}
        self._letters, self._gone = letters, gone
        self._kept: dict[str, str] = {}

    def _sentence(self, at: int) -> tuple[Sequence[Token], int]:
        first, last = self._text.bounds[at]
        return self._text.words[first:last], at - first

    def judge(self) -> Sexes:
        """Look for what speaks against each, and put together what is left."""
        cues = list(cues_of(self._text, self._spots, self._cast, self._gone))
        told = {key for cue in cues for key in cue.who} | {*self._meant.people.values()}
        told |= {key for keys in self._meant.open.values() for key in keys}
        told -= {CREATURE, _SOMEBODY}
        self._doubts(cues)
        swaps: dict[str, list[Rewording]] = {}
        for at, new in self._pronouns():
            swaps.setdefault(self._meant.people[at], []).extend(new)
        self._mixed(swaps)
        hidden = frozenset(told - self._kept.keys())
        done = [one for key in sorted(hidden) for one in swaps.get(key, [])]
        done += [cue.swap for cue in cues if cue.swap is not None and (cue.anybody or hidden & cue.who)]
        return Sexes(without_overlap(done), hidden, {key: self._kept[key] for key in sorted(told & self._kept.keys())})

    def _doubts(self, cues: Collection[SexCue]) -> None:
        for key in self._cast.doubtful:
            self._keep(key, "two people may have one name")
        doubted = (keys for at, keys in self._meant.doubted.items() if not self._is_only_one(at, keys))
        for keys in (*self._meant.open.values(), *doubted):
            for key in keys:
                self._keep(key, "two may be meant by one pronoun")
        sexes: dict[str, bool] = {}
        for at, key in self._meant.people.items():
            he = self._text.low(at) in HE
            if sexes.setdefault(key, he) != he:
                self._keep(key, "one has pronouns of both sexes")
        for cue in cues:
            for key in cue.who if cue.swap is None else ():
                self._keep(key, cue.reason)

    def _is_only_one(self, at: int, keys: Collection[str]) -> bool:
        """Tell whether a text speaks of nobody else who could be meant by a pronoun."""
        sex = "he" if self._text.low(at) in HE else "she"
        known = {one.key for one in self._cast.mentions if self._cast.sexes.get(one.key, sex) == sex}
        return len(keys) == 1 and known <= {*keys, CREATURE} and bool(known)

    def _mixed(self, swaps: Mapping[str, Collection[Rewording]]) -> None:
        """Keep everybody where a pronoun of the same sex would stay: "They wrote her thesis".

        Whom it means may be read in another way than here, and then one person would be "they" and "her".
        """
        words = self._text.words
        kept = -1
        while kept != len(self._kept):
            kept = len(self._kept)
            gone = {
                at: key
                for key, own in swaps.items()
                if key not in self._kept
                for swap in own
                for at in self._sexed
                if swap.start <= words[at].start < swap.end
            }
            for at in self._sexed:
                if at in gone:
                    continue
                he = self._text.low(at) in HE
                for other, key in gone.items():
                    whole = self._meant.people.get(at) != CREATURE
                    if (self._text.low(other) in HE) == he and (whole or self._is_near(at, other)):
                        self._keep(key, "a pronoun beside would stay")

    def _is_near(self, one: int, other: int) -> bool:
        """Tell whether two tokens stand in one sentence or in neighbouring ones."""
        return abs(self._number[self._text.bounds[one][0]] - self._number[self._text.bounds[other][0]]) <= _BESIDE

    def _keep(self, key: str, reason: str) -> None:
        self._kept.setdefault(key, reason)

    def _pronouns(self) -> Iterator[tuple[int, list[Rewording]]]:
        instead = Instead(self._text, self._meant, self._spots, self._names())
        for at, key in self._meant.people.items():
            if key == CREATURE:
                continue
            words, place = self._sentence(at)
            first = self._text.bounds[at][0]
            new = None if says_more(self._text.words, first, words, [place]) else instead.of(at)
            if new is None:
                self._keep(key, "no word would be clear for a pronoun")
            else:
                yield at, new

    def _names(self) -> dict[str, tuple[int, str]]:
        """Return what somebody may be called instead of "she", and from where on."""
        names: dict[str, tuple[int, str]] = {}
        for one in self._cast.mentions:
            if one.key in self._letters:
                names.setdefault(one.key, (one.at, self._letters[one.key]))
                continue
            role = self._role(one.at, one.key)
            if role:
                names.setdefault(one.key, (one.at, role))
        return names

    def _role(self, at: int, key: str) -> str:
        """Return "the tenant" or "my partner" of somebody without a name."""
        low, lead = self._text.low(at), self._text.low(at - 1)
        if key == low and low in words_in("clear", "called") and lead in {"the", "a", "an", "our", "my"}:
            plural = any(token.low == f"{low}s" for token in self._text.words)
            return "" if plural else f"the {low}"
        kin = relative(low)
        if kin is not None and lead in {"my", "our", "your"}:
            return f"{lead} {table('kin')['classes'][kin[0]]['one']}"
        return ""
