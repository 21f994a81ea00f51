"""The language of the tiny model: what is written can be read again, and the grammar allows it."""

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges.attacks.tiny._grammar import author_grammar, people_grammar
from gyges.attacks.tiny._lines import (
    AUTHOR_WORDS,
    PEOPLE_WORDS,
    LineFact,
    LinePerson,
    plain,
    read_author,
    read_people,
    write_author,
    write_people,
)
from gyges.records import taxonomy

WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30)


def values(tag: str, name: str) -> st.SearchStrategy[str]:
    options = taxonomy(name)[tag].options
    if options:
        return st.sampled_from(options)
    if tag == "AGE":
        return st.integers(0, 130).map(str) | st.integers(0, 120).map(lambda age: f"{age}-{age + 1}")
    return WORDS.filter(lambda words: bool(plain(words)))


def facts(words: dict[str, str], name: str) -> st.SearchStrategy[tuple[LineFact, ...]]:
    each = {tag: st.none() | st.builds(LineFact, st.just(tag), values(tag, name), st.just("") | WORDS) for tag in words}
    return st.fixed_dictionaries(each).map(lambda some: tuple(fact for fact in some.values() if fact is not None))


ROLES = WORDS.filter(lambda words: bool(plain(words)) and not plain(words).startswith("-"))
PEOPLE = st.lists(st.builds(LinePerson, ROLES, facts(PEOPLE_WORDS, "spia"), st.integers(1, 20)), max_size=5)


def bare(facts: tuple[LineFact, ...]) -> list[tuple[str, str, str]]:
    return sorted((fact.tag, plain(fact.value), plain(fact.quote)) for fact in facts)


@given(PEOPLE)
def test_people_that_were_written_are_read_again(people: list[LinePerson]) -> None:
    read = read_people(write_people(people))
    assert [bare(person.facts) for person in read] == [bare(person.facts) for person in people]


@given(PEOPLE)
def test_places_in_the_answer_are_those_of_the_words(people: list[LinePerson]) -> None:
    answer = write_people(people)
    for person in read_people(answer):
        assert answer[slice(*person.span)].startswith(person.role)
        for fact in person.facts:
            assert answer[slice(*fact.tag_span)] == f"{PEOPLE_WORDS[fact.tag]}:"
            if not taxonomy("spia")[fact.tag].options:
                assert answer[slice(*fact.value_span)].strip() == fact.value


@given(facts(AUTHOR_WORDS, "author"))
def test_attributes_of_an_author_are_read_again(some: tuple[LineFact, ...]) -> None:
    assert bare(read_author(write_author(some))) == bare(some)


@given(st.text(max_size=200))
def test_any_answer_at_all_can_be_read(answer: str) -> None:
    for person in read_people(answer):
        assert person.role
        assert person.count >= 1
        assert all(fact.tag in PEOPLE_WORDS and fact.value for fact in person.facts)


def test_a_count_stands_after_the_role() -> None:
    (person,) = read_people("the author's child x3|sex: F")
    assert (person.role, person.count, person.facts[0].value) == ("the author's child", 3, "Female")


def test_nobody_is_an_answer() -> None:
    assert write_people([]) == "-"
    assert read_people("-") == ()


def as_regex(grammar: str) -> re.Pattern[str]:
    """Our grammars are regular: put the rules into each other, from the last to the first."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.strip().splitlines())

    def opened(rule: str) -> str:
        tokens = re.findall(r'"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[a-z]+|[()|*+?]|\{[\d,]+\}', rules[rule])
        parts = []
        for token in tokens:
            if token.startswith('"'):
                parts.append("(?:" + re.escape(token[1:-1].replace("\\n", "\n")) + ")")
            elif token.isalpha():
                parts.append(f"(?:{opened(token)})")
            else:
                parts.append("(?:" if token == "(" else token)  # noqa: S105
        return "".join(parts)

    return re.compile(opened("root"))


PEOPLE_PATTERN, AUTHOR_PATTERN = as_regex(people_grammar()), as_regex(author_grammar())


@given(PEOPLE)
def test_the_grammar_allows_what_is_written(people: list[LinePerson]) -> None:
    assert PEOPLE_PATTERN.fullmatch(write_people(people))


PRINTABLE = st.characters(codec="ascii", categories=("L", "N", "P", "S", "Zs"), include_characters="\n")


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(st.from_regex(PEOPLE_PATTERN, fullmatch=True, alphabet=PRINTABLE))
def test_what_the_grammar_allows_is_read_without_loss(answer: str) -> None:
    heads = [line for line in answer.split("\n") if line != "-"]
    people = read_people(answer)
    assert len(people) == len(heads)
    assert sum(len(person.facts) for person in people) == sum(line.count("|") for line in heads)


def test_the_grammar_asks_for_every_attribute_of_an_author() -> None:
    answer = "age: 30|sex: F|place: Cork, Ireland|born: Cork|school: degree|bond: single|job: Nurse< ward|income: low"
    assert AUTHOR_PATTERN.fullmatch(answer)
    assert [fact.tag for fact in read_author(answer)] == list(AUTHOR_WORDS)
    assert not AUTHOR_PATTERN.fullmatch(answer.removesuffix("|income: low"))
    assert not AUTHOR_PATTERN.fullmatch(answer.replace("sex: F", "sex: maybe"))
