"""Scored documents for tests of figures, written by hand or drawn at random."""

from collections.abc import Sequence

from hypothesis import strategies as st

from gyges.records import DecidedBy, Fact, Subject, Verdict
from gyges.scoring import ScoredDocument, ScoredSubject, unscored_document

TAGS = ("NAME", "SEX", "AGE", "LOCATION", "OCCUPATION", "PHONE_NUMBER")


def verdict(
    score: float | None,
    tag: str = "AGE",
    value: str = "30",
    *,
    certainty: int = 5,
    hardness: int = 0,
    sure: int = 5,
) -> Verdict:
    """A verdict of this score; `sure` is the certainty of the guess."""
    truth = Fact(tag, value, certainty, hardness)
    decided_by = DecidedBy.FAILED if score is None else DecidedBy.RULE
    return Verdict(truth, Fact(tag, value, certainty=sure), score, decided_by)


def missing(tag: str = "AGE", value: str = "30") -> Verdict:
    return Verdict(Fact(tag, value), None, 0.0, DecidedBy.MISSING)


def person(id: str, *verdicts: Verdict, matched: bool = True) -> ScoredSubject:
    facts = tuple(one.truth for one in verdicts)
    return ScoredSubject(Subject(id, f"person {id}", facts), f"found {id}" if matched else None, verdicts)


def document(id: str, *people: ScoredSubject, found: int | None = None, failed: str | None = None) -> ScoredDocument:
    count = len(people) if found is None else found
    if failed:
        return unscored_document(id, [one.truth for one in people], failed, found=count)
    return ScoredDocument(id, people, count)


def simple(scores: Sequence[Sequence[float | None]], id: str = "a") -> ScoredDocument:
    """A document with one person for each list of scores."""
    people = [person(str(n), *(verdict(score) for score in row)) for n, row in enumerate(scores)]
    return document(id, *people)


scores = st.sampled_from((0.0, 0.5, 1.0, None))
verdicts = st.builds(
    lambda score, tag, value, hardness, sure: verdict(score, tag, value, hardness=hardness, sure=sure),
    scores,
    st.sampled_from(TAGS),
    st.sampled_from(("a", "b", "c / d", "d")),
    st.integers(0, 5),
    st.integers(1, 5),
)
people_rows = st.lists(st.lists(verdicts, max_size=5), max_size=4)


@st.composite
def corpora(draw: st.DrawFn, min_size: int = 0) -> list[ScoredDocument]:
    """Several documents, some of them failed."""
    rows = draw(st.lists(st.tuples(people_rows, st.booleans()), min_size=min_size, max_size=5))
    return [
        document(
            f"d{n}",
            *(person(str(k), *row) for k, row in enumerate(people)),
            failed="no answer" if failed and n else None,
        )
        for n, (people, failed) in enumerate(rows)
    ]
