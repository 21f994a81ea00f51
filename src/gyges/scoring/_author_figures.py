"""First guesses about authors taken apart: by attribute, and places by how narrow the label is (Staab et al.)."""

from collections.abc import Callable, Sequence

from gyges.records import Fact, Verdict
from gyges.scoring._author_document import AUTHOR
from gyges.scoring._rate import Count, Rate, bootstrap_rates
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.anonymity import is_region
from gyges.scoring.values._places import is_country
from gyges.scoring.values.places import place_country, read_place

__all__ = ["ANY_PLACE", "PLACE_LEVELS", "first_guesses", "first_guesses_by_place", "first_guesses_by_tag"]

PLACE_LEVELS = ("country", "state", "city")
"""How narrow a label of a place is (Staab et al. 2025, Table 2); ``city`` is everything below a large region."""

ANY_PLACE = "country_of_any"
"""Labels of any width whose country is known: is the country of the guess the right one? Ours."""

_PLACE = "LOCATION"


def first_guesses(scored: Sequence[ScoredDocument]) -> Rate:
    """Return the labels of authors whose first guess is right, as ``top_1`` counts them.

    "Less precise" is not right; what could not be attacked or judged counts as right.
    """
    return _rates(scored, lambda verdict: "all", ("all",))["all"]


def first_guesses_by_tag(scored: Sequence[ScoredDocument]) -> dict[str, Rate]:
    """Return the same for each attribute that is labelled."""
    tags = sorted({verdict.truth.tag for document in scored for verdict in _verdicts(document)})
    return _rates(scored, lambda verdict: verdict.truth.tag, tags)


def first_guesses_by_place(scored: Sequence[ScoredDocument]) -> dict[str, Rate]:
    """Return the same for places people live in, by `PLACE_LEVELS` of the label, and `ANY_PLACE`.

    Nothing is returned where no author's place is labelled.
    """
    if not any(verdict.truth.tag == _PLACE for document in scored for verdict in _verdicts(document)):
        return {}
    by_level = _rates(scored, lambda verdict: _level(verdict.truth), PLACE_LEVELS)
    known = [[v for v in _verdicts(document) if v.truth.tag == _PLACE and _country(v.truth)] for document in scored]
    right = [Count(sum(_same_country(verdict) for verdict in row), len(row)) for row in known]
    return {**by_level, **bootstrap_rates({ANY_PLACE: right})}


def _rates(
    scored: Sequence[ScoredDocument], key: Callable[[Verdict], str | None], names: Sequence[str]
) -> dict[str, Rate]:
    rows = [_verdicts(document) for document in scored]
    return bootstrap_rates({name: [_right([v for v in row if key(v) == name]) for row in rows] for name in names})


def _right(verdicts: Sequence[Verdict]) -> Count:
    return Count(sum(verdict.score in (None, 1.0) for verdict in verdicts), len(verdicts))


def _verdicts(document: ScoredDocument) -> list[Verdict]:
    return [v for subject in document.subjects if subject.truth.id == AUTHOR for v in subject.verdicts]


def _level(truth: Fact) -> str | None:
    levels = read_place(truth.value)
    if truth.tag != _PLACE or not levels:
        return None
    if is_country(levels[0]):
        return "country"
    return "state" if is_region(levels[0], place_country(levels)) else "city"


def _country(fact: Fact) -> str | None:
    levels = read_place(fact.value)
    return place_country(levels) if levels else None


def _same_country(verdict: Verdict) -> bool:
    if verdict.score in (None, 1.0):
        return True
    return verdict.guess is not None and _country(verdict.guess) == _country(verdict.truth)
