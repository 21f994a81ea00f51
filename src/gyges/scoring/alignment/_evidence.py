"""What speaks for a true person and a found one being the same: places, names, parts played, facts."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from gyges.records import Subject
from gyges.scoring.alignment._passages import Span, passages_of
from gyges.scoring.alignment._places import (
    CODES,
    FoundPlaces,
    Homes,
    TokenizedText,
    page_of,
    places_of_true,
    words_in,
)
from gyges.scoring.alignment._roles import Role, read_role
from gyges.scoring.values import compare_values, normalised
from gyges.scoring.values.names import are_one_name, is_in, is_placeholder
from gyges.scoring.values.ties import read_sex

AGREEING = {"OCCUPATION": 1.0, "AFFILIATION": 1.0, "POSITION": 1.0, "AGE": 1.0, "LOCATION": 0.5, "RELATIONSHIP": 0.25}
DIFFERING = {"OCCUPATION": 0.5, "AGE": 1.0, "NATIONALITY": 0.5, "LOCATION": 0.25, "RELATIONSHIP": 0.5}
_WEIGHED = AGREEING.keys() | DIFFERING.keys()
_HANDLE = re.compile(
    r"^@?([\w.'-]*+@[\w.'-]*+|(?=[\w.'-]*?[A-Z0-9_.])[\w.'-]++|(?<=@)[\w.'-]+)(?=\s+[-–—(]|,|\s*$)"
)  # the person is called by it
MOST_PAIRS = 160_000
"""Pairs up to which everybody is compared with everybody; ours: 400 true people and 400 found ones, some seconds."""
_THRONG = 64
"""True people that one place may point to in a crowd; ours. Words that more of them share tell nobody apart."""
_PRIOR = 2
"""Quotes that those of everybody together weigh against a person's own."""
_NOBODY = 0.5
"""Weight of places that may be anybody's else: a faint nearness to the only person there is says little."""


@dataclass(frozen=True, slots=True)
class SubjectProfile:
    """A subject, read once."""

    subject: Subject
    names: tuple[str, ...]
    handles: tuple[str, ...]
    role: Role
    sex: str | None
    values: Mapping[str, tuple[str, ...]]

    @property
    def id(self) -> str:
        """The id of the subject."""
        return self.subject.id


class PairEvidence(NamedTuple):
    """What speaks for and against one pair, each from 0 to 1 or a count."""

    near: float  # how much of where the found person stands is where the true one stands, and nobody else
    near_back: float  # the same seen from the true person, among all found ones
    named: float  # whether they share a name
    renamed: float  # whether the found name was made up by the anonymizer
    misnamed: float  # whether both have names that cannot be one person's
    nameless: float  # whether only the true person has a name although the text still has names
    coded: float  # whether they share a number or an address
    role: float  # whether they play the same part
    other_role: float  # whether the parts they play differ
    words: float  # how much their descriptions share that others' do not
    sex: float  # 1 for the same, -1 for two different ones
    agree: float  # weighted count of facts that agree
    differ: float  # weighted count of facts that do not
    adrift: float  # how much of what the found person was read from stands nowhere in the release

    @property
    def contradicts(self) -> bool:
        """Whether anything but the place speaks against the pair."""
        return self.sex < 0 or bool(self.misnamed or self.other_role) or self.differ > self.agree


def read_person(subject: Subject) -> SubjectProfile:
    """Read what tells a person from others."""
    values: dict[str, list[str]] = {}
    for fact in subject.facts:
        if fact.certainty > 0 and fact.value.strip():
            values.setdefault(fact.tag, []).append(fact.value)
    names = tuple(name for name in values.pop("NAME", []) if not is_placeholder(name))
    role = read_role(subject.description)
    sex = read_sex(values.pop("SEX", [role.sex or ""])[0])
    handles = tuple(_HANDLE.findall(subject.description))
    return SubjectProfile(subject, names, handles, role, sex, {tag: tuple(told) for tag, told in values.items()})


def are_crowd(truth: Sequence[Subject], found: Sequence[Subject]) -> bool:
    """Whether people are too many for everybody to be compared with everybody."""
    return len(truth) * len(found) > MOST_PAIRS


class CandidatePairs:
    """The true and the found people of one document, and the evidence for every pair of them."""

    def __init__(
        self,
        truth: Sequence[Subject],
        found: Sequence[Subject],
        original: str | None = None,
        release: str | None = None,
        trace: Mapping[str, object] | None = None,
    ) -> None:
        self.ones = [read_person(subject) for subject in truth]
        self.twos = [read_person(subject) for subject in found]
        self.crowded = are_crowd(truth, found)
        self._made_up = self._strange_names(original)
        self._names_left = 2 * sum(bool(two.names) for two in self.twos) >= len(self.twos)
        self.stands, self.at_home = [False] * len(self.twos), [False] * len(self.ones)
        self._near, self._adrift = self._places(original, release, trace)
        self._from_found = [sum(strength for _, strength in sorted(near.items())) for near in self._near]
        drawn: dict[int, list[float]] = {}
        for near in self._near:
            for row, strength in near.items():
                drawn.setdefault(row, []).append(strength)
        self._from_true = {row: sum(strengths) for row, strengths in drawn.items()}
        stems = Counter(stem for person in (*self.ones, *self.twos) for stem in person.role.stems)
        self._described = [_WeighedWords.of(one.role, stems) for one in self.ones]
        self._described_as = [_WeighedWords.of(two.role, stems) for two in self.twos]

    def evidence(self, row: int, column: int) -> PairEvidence:
        """Return what speaks for a pair."""
        one, two = self.ones[row], self.twos[column]
        made_up = self._made_up[column]
        shared, misnamed = _names(one, two, made_up)
        role = one.role.fits(two.role)
        sexes = (one.sex, two.sex)
        agree, differ = _facts(one, two)
        near = self._near[column].get(row, 0.0)
        return PairEvidence(
            near=near / (self._from_found[column] + _NOBODY),
            near_back=near / (self._from_true.get(row, 0.0) + _NOBODY),
            named=float(shared),
            renamed=float(bool(made_up) and not shared),
            misnamed=float(misnamed),
            nameless=float(self._names_left and bool(one.names) and not two.names),
            coded=float(any(_agree(tag, one, two) == 1.0 for tag in CODES & one.values.keys() & two.values.keys())),
            role=max(role, 0.0),
            other_role=float(role < 0),
            words=self._described[row].likeness(self._described_as[column]),
            sex=0.0 if None in sexes else 1.0 if sexes[0] == sexes[1] else -1.0,
            agree=agree,
            differ=differ,
            adrift=self._adrift[column],
        )

    def compared(self) -> list[Collection[int]]:
        """Return with whom of the found people each true one is compared: all, or in a crowd those who may be them."""
        if not self.crowded:
            return [range(len(self.twos))] * len(self.ones)
        columns: list[set[int]] = [set() for _ in self.ones]
        for column in range(len(self.twos)):
            for row in self._near[column]:
                columns[row].add(column)
        marked, marked_as = _by_mark(self.ones), _by_mark(self.twos)
        for mark in marked.keys() & marked_as.keys():
            if len(marked[mark]) * len(marked_as[mark]) <= _THRONG:
                for row in marked[mark]:
                    columns[row].update(marked_as[mark])
        return [sorted(own) for own in columns]

    def near(self, column: int) -> Mapping[int, float]:
        """Return the true people near whom a found one stands, with how near."""
        return self._near[column]

    def _strange_names(self, original: str | None) -> list[tuple[str, ...]]:
        """Return the names of each found person that neither the original nor a true person has."""
        if original is None:
            return [()] * len(self.twos)
        known = [name for one in self.ones for name in (*one.names, *one.handles)]
        page = page_of(original)
        if self.crowded:
            words = {word for name in known for word in words_in(name)}.union(page.tokens)
            return [tuple(name for name in two.names if words.isdisjoint(words_in(name))) for two in self.twos]
        return [
            tuple(n for n in two.names if not is_in(n, page.plain) and not any(are_one_name(n, one) for one in known))
            for two in self.twos
        ]

    def _places(
        self, original: str | None, release: str | None, trace: Mapping[str, object] | None
    ) -> tuple[list[dict[int, float]], list[float]]:
        """Return how near true people stand to each found one, shared out among them, and how much of whom nowhere."""
        near: list[dict[int, float]] = [{} for _ in self.twos]
        if original is None:
            return near, [0.0] * len(self.twos)
        page, shown = page_of(original), page_of(original if release is None else release)
        passages = passages_of(original, shown.text, trace)
        places_of_all = [places_of_true(one.subject, page) for one in self.ones]
        self.at_home = [bool(places) for places in places_of_all]
        homes, found = Homes(places_of_all), FoundPlaces(shown, page, passages)
        pulls: dict[Span, list[tuple[int, float]]] = {}  # several people may be read from the same words
        for column, two in enumerate(self.twos):
            places = found.of(two.subject)
            self.stands[column] = bool(places)
            for place in places:
                where = place[:2]
                if where not in pulls:
                    pulls[where] = homes.pulls(place)
                    if self.crowded and len(pulls[where]) > _THRONG:
                        pulls[where] = []
                total = sum(strength for _, strength in pulls[where])
                for row, strength in pulls[where]:
                    near[column][row] = near[column].get(row, 0.0) + place.weight * strength * strength / total
        return near, _adrift([two.subject for two in self.twos], shown)


@dataclass(frozen=True, slots=True)
class _WeighedWords:
    """The words of a description; those that many people's have count less."""

    weights: Mapping[str, float]
    squares: float

    @classmethod
    def of(cls, role: Role, stems: Mapping[str, int]) -> Self:
        weights = {stem: 1 / stems[stem] for stem in role.stems}
        return cls(weights, sum(weight * weight for weight in weights.values()))

    def likeness(self, other: Self) -> float:
        """Return how alike two descriptions are (cosine)."""
        theirs = other.weights
        if self.weights.keys().isdisjoint(theirs):
            return 0.0
        shared = sum(weight * theirs[stem] for stem, weight in self.weights.items() if stem in theirs)
        length: float = (self.squares * other.squares) ** 0.5
        return shared / length


def _by_mark(people: Sequence[SubjectProfile]) -> dict[tuple[str, str], list[int]]:
    """Return the numbers of people by what may tell that two of them are one: names, words, numbers and addresses."""
    marked: dict[tuple[str, str], list[int]] = {}
    for number, person in enumerate(people):
        names = (*person.names, *person.handles)
        marks = {("name", normalised(name)) for name in names}
        marks |= {("name", word) for name in names for word in words_in(name)}
        marks |= {("word", stem) for stem in person.role.stems}
        marks |= {(tag, normalised(value)) for tag in CODES & person.values.keys() for value in person.values[tag]}
        for mark in marks:
            marked.setdefault(mark, []).append(number)
    return marked


def _adrift(people: Sequence[Subject], page: TokenizedText) -> list[float]:
    """Return for each person which share of their quotes is not in the text, few quotes judged by those of all."""
    quotes = [{q for fact in one.facts for q in fact.evidence if len(q.split()) > 1} for one in people]
    lost = [sum(not page.find(quote) for quote in own) for own in quotes]
    total = sum(map(len, quotes))
    overall = sum(lost) / total if total else 0.0
    return [(gone + _PRIOR * overall) / (len(own) + _PRIOR) for gone, own in zip(lost, quotes, strict=True)]


def _names(one: SubjectProfile, two: SubjectProfile, made_up: Sequence[str]) -> tuple[bool, bool]:
    """Return whether two people share a name, and whether their names exclude each other."""
    ours = (*one.names, *one.handles)
    true_names = [name for name in two.names if name not in made_up]
    theirs = (*true_names, *two.handles)
    shared = any(are_one_name(first, second) for first in ours for second in theirs)
    return shared, bool(not shared and one.names and true_names)


def _agree(tag: str, one: SubjectProfile, two: SubjectProfile) -> float | None:
    """Return the best score of two people's values of a tag; None where one of them has none."""
    pairs = [value_score(tag, first, second) for first in one.values.get(tag, ()) for second in two.values.get(tag, ())]
    return max((score for score in pairs if score is not None), default=None)


def value_score(tag: str, first: str, second: str) -> float | None:
    """Return the score of two values."""
    return compare_values(tag, first, second).score


def _facts(one: SubjectProfile, two: SubjectProfile) -> tuple[float, float]:
    agree = differ = 0.0
    for tag in one.values.keys() & two.values.keys() & _WEIGHED:
        score = _agree(tag, one, two)
        if score:
            agree += AGREEING.get(tag, 0.0) * score
        elif score == 0.0:
            differ += DIFFERING.get(tag, 0.0)
    return agree, differ
