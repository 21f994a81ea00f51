from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from gyges.records import Document, Fact, IdentifierType, Mention, Subject
from gyges.scoring import fact_agreement, mention_agreement
from gyges.scoring.agreement import RowStanding, mentions_side_by_side, people_side_by_side
from scoring.agreement.test_figures import TEXT, equal


def _by_description(one: Sequence[Subject], two: Sequence[Subject]) -> Mapping[str, str]:
    ids = {subject.description: subject.id for subject in two}
    return {subject.id: ids[subject.description] for subject in one if subject.description in ids}


def _person(name: str, *facts: tuple[str, str], number: int = 0) -> Subject:
    return Subject(f"{number}{name}", name, tuple(Fact(*fact) for fact in facts))


def test_three_annotators_stand_in_one_row_for_each_person_and_fact() -> None:
    one = [_person("ana", ("AGE", "a"), ("SEX", "x"))]
    two = [_person("ben"), _person("ana", ("AGE", "ab"), ("SEX", "x"))]
    three = [_person("ana", ("AGE", "a"), ("SEX", "x"), ("NAME", "n")), _person("ben", number=3)]
    ana, ben = people_side_by_side([one, two, three], _by_description, equal)
    assert [person.description for person in ana.people if person] == ["ana"] * 3
    assert ana.standing is RowStanding.SAME
    assert ben.people[0] is None
    assert ben.standing is RowStanding.NOT_ALL
    assert [(fact.tag, fact.standing.value) for fact in ana.facts] == [
        ("AGE", "less precise"),
        ("SEX", "same"),
        ("NAME", "not all"),
    ]


def test_values_that_differ_or_cannot_be_compared_say_so() -> None:
    (ana,) = people_side_by_side(
        [[_person("ana", ("AGE", "a"), ("SEX", "?"))], [_person("ana", ("AGE", "b"), ("SEX", "x"))]],
        _by_description,
        equal,
    )
    assert [fact.standing for fact in ana.facts] == [RowStanding.DIFFERENT, RowStanding.UNCLEAR]


facts = st.builds(Fact, st.sampled_from(("AGE", "SEX")), st.sampled_from(("a", "ab", "b", "?")))
sides = st.dictionaries(st.sampled_from("xyz"), st.lists(facts, max_size=3), max_size=3)


@given(sides, sides)
def test_with_two_annotators_the_rows_are_what_the_figures_count(
    one: dict[str, list[Fact]], two: dict[str, list[Fact]]
) -> None:
    first, second = ([Subject(name, name, tuple(held)) for name, held in side.items()] for side in (one, two))
    rows = people_side_by_side([first, second], _by_description, equal)
    left, right = ([Document("a", TEXT, subjects=tuple(side))] for side in (first, second))
    figures = fact_agreement(left, right, _by_description, equal)
    standings = [fact.standing for row in rows for fact in row.facts]
    assert sum(row.standing is RowStanding.SAME for row in rows) == figures.matched
    assert standings.count(RowStanding.SAME) == figures.match.numerator
    assert standings.count(RowStanding.LESS_PRECISE) == figures.less_precise.numerator
    assert standings.count(RowStanding.DIFFERENT) + standings.count(RowStanding.NOT_ALL) == figures.mismatch.numerator
    assert standings.count(RowStanding.UNCLEAR) == figures.unscored


@given(st.lists(sides, max_size=4))
def test_every_fact_of_everybody_stands_in_exactly_one_row(given_sides: list[dict[str, list[Fact]]]) -> None:
    people = [[Subject(name, name, tuple(held)) for name, held in side.items()] for side in given_sides]
    rows = people_side_by_side(people, _by_description, equal)
    for number, mine in enumerate(people):
        shown = [row.people[number] for row in rows if row.people[number] is not None]
        assert sorted(person.id for person in shown if person) == sorted(person.id for person in mine)
        held = [fact.facts[number] for row in rows for fact in row.facts if fact.facts[number] is not None]
        assert sorted(map(repr, held)) == sorted(repr(fact) for person in mine for fact in person.facts)


def _mention(start: int, end: int, entity: str = "", type: str = "PERSON", identifier: str = "DIRECT") -> Mention:
    return Mention(start, end, TEXT[start:end], type, IdentifierType(identifier), entity)


def test_spans_say_in_what_they_differ() -> None:
    one = [_mention(0, 9), _mention(14, 24), _mention(28, 32, type="LOC")]
    two = [_mention(0, 9), _mention(14, 17, identifier="QUASI"), _mention(60, 63, type="DATETIME")]
    rows = mentions_side_by_side([one, two])
    assert [(row.standing.value, row.differs) for row in rows] == [
        ("same", ()),
        ("different", ("span", "identifier")),
        ("not all", ()),
        ("not all", ()),
    ]


def test_entities_linked_alike_share_an_id_and_others_keep_their_own() -> None:
    one = [_mention(0, 3, "A"), _mention(4, 9, "A"), _mention(14, 17, "B"), _mention(18, 24, "B")]
    two = [_mention(0, 3, "7"), _mention(4, 9, "7"), _mention(14, 17, "8"), _mention(18, 24, "9")]
    rows = mentions_side_by_side([one, two])
    ids = [[mention.entity_id for mention in row.mentions if mention] for row in rows]
    assert ids[0] == ids[1] == ["e1", "e1"]
    assert rows[2].differs == rows[3].differs == ("links",)
    assert ids[2][0] == ids[3][0]
    assert ids[2][1] != ids[3][1]


spans = st.lists(
    st.builds(
        lambda start, length, entity, type_: _mention(start, start + length, entity, type_),
        st.integers(0, 30),
        st.integers(1, 8),
        st.sampled_from(("", "a", "b")),
        st.sampled_from(("PERSON", "LOC")),
    ),
    max_size=5,
)


@given(spans, spans)
def test_with_two_annotators_the_rows_of_spans_are_what_the_figures_count(
    one: list[Mention], two: list[Mention]
) -> None:
    rows = mentions_side_by_side([one, two])
    figures = mention_agreement(*([Document("a", TEXT, mentions=tuple(side))] for side in (one, two)))
    both = [row for row in rows if row.standing is not RowStanding.NOT_ALL]
    assert len(both) == figures.paired
    assert len(rows) == figures.type_exact.denominator
    assert sum("type" not in row.differs for row in both) == figures.type_partial.numerator
