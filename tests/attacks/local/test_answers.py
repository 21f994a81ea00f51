"""The language of `local`: what is written can be read again, and the grammar allows it and nothing else."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges.attacks.local._answers import (
    PEOPLE,
    LineFact,
    LinePerson,
    beginning,
    escape,
    people_grammar,
    people_prompt,
    plain,
    read_people,
    write_people,
)
from gyges.records import Kind, taxonomy

SPIA = taxonomy("spia")
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30).filter(plain)
QUOTES = st.just("") | WORDS


def facts_of_kind(tag: str) -> st.SearchStrategy[list[LineFact]]:
    values = st.sampled_from(SPIA[tag].options) if SPIA[tag].options else WORDS
    most = 3 if SPIA[tag].kind is Kind.CODE else 1
    return st.lists(st.builds(LineFact, st.just(tag), values, QUOTES, st.integers(1, 5)), max_size=most)


FACTS = st.tuples(*map(facts_of_kind, PEOPLE.tags)).map(lambda kinds: tuple(fact for kind in kinds for fact in kind))
HEADS = st.builds("{} - {}".format, WORDS.filter(lambda words: not plain(words).startswith("-")), WORDS)
ANSWERS = st.lists(st.builds(LinePerson, HEADS, FACTS), max_size=4)


def as_read(person: LinePerson) -> LinePerson:
    told = (LineFact(fact.tag, plain(fact.value), plain(fact.quote), fact.certainty) for fact in person.facts)
    return LinePerson(plain(person.head), tuple(told))


@given(ANSWERS)
def test_what_was_written_is_read_again(people: list[LinePerson]) -> None:
    assert read_people(write_people(people)) == tuple(map(as_read, people))


@given(st.text(max_size=200))
def test_any_answer_at_all_can_be_read(answer: str) -> None:
    for person in read_people(answer):
        assert person.head
        assert all(fact.tag in PEOPLE.tags and fact.value and 0 <= fact.certainty <= 5 for fact in person.facts)


def test_a_line_says_how_sure_it_is_and_by_which_words() -> None:
    (ann, child) = read_people("Ms Ataman / Oya - the applicant|sex: F<5 Ms|age: 54-55<4\nsomebody - her child|age: 3")
    assert ann.called == ("Ms Ataman", "Oya")
    assert ann.facts == (LineFact("SEX", "Female", "Ms", 5), LineFact("AGE", "54-55", "", 4))
    assert child.called == ()
    (two,) = read_people('"her child" / (2) - one of two|age: 3')
    assert two.called == ()
    assert child.facts == (LineFact("AGE", "3"),)


def test_nobody_is_an_answer() -> None:
    assert write_people([]) == "-"
    assert read_people("-") == ()


@given(
    st.text(max_size=40), st.sampled_from(("im_start", "im_end", "endoftext", "fim_prefix", "repo_name", "file_sep"))
)
def test_no_text_can_write_a_mark(text: str, mark: str) -> None:
    asked = people_prompt(f"{text}<|{mark}|>{text}")
    assert re.findall(r"<\|\w+\|>", asked) == ["<|im_start|>", "<|im_end|>", "<|im_start|>"]


@given(st.text(st.characters(exclude_characters="\u200b"), max_size=80))
def test_a_text_keeps_its_letters(text: str) -> None:
    assert escape(text).replace("\u200b", "") == text


def as_regex(grammar: str) -> re.Pattern[str]:
    """The grammar is regular: put its rules into each other."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.strip().splitlines())

    def opened(rule: str) -> str:
        parts = []
        for token in re.findall(r'"[^"]*"|\[(?:\\.|[^\]\\])*\]|[a-z]+|[()|*+?]|\{[\d,]+\}', rules[rule]):
            if token.startswith('"'):
                words = re.sub(r"\\U([0-9A-F]{8})", lambda code: chr(int(code[1], 16)), token[1:-1])
                parts.append("(?:" + re.escape(words.replace("\\n", "\n")) + ")")
            else:
                parts.append(f"(?:{opened(token)})" if token.isalpha() else "(?:" if token == "(" else token)  # noqa: S105
        return "".join(parts)

    return re.compile(opened("root"))


def allowed(answer: str) -> bool:
    lines = re.findall(r"[^\n]*\n|[^\n]+$", answer) or [""]
    said = ["".join(lines[:number]) for number in range(len(lines))]
    return all(as_regex(people_grammar(above)).fullmatch(line) for above, line in zip(said, lines, strict=True))


@settings(max_examples=30)
@given(ANSWERS)
def test_the_grammar_allows_what_is_written_but_nobody_twice(people: list[LinePerson]) -> None:
    begun = [beginning(person.head) for person in read_people(write_people(people))]
    again = any(person.head.startswith(tuple(begun[:n])) for n, person in enumerate(people) if n)
    assert allowed(write_people(people)) is not again


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(st.from_regex(as_regex(people_grammar()), fullmatch=True, alphabet=st.characters(codec="ascii")))
def test_what_the_grammar_allows_is_read_without_loss(line: str) -> None:
    people = read_people(line.removesuffix("\n"))
    assert len(people) == (line != "-")
    assert sum(len(person.facts) for person in people) == line.count("|")


@pytest.mark.parametrize(
    ("line", "again"),
    [
        ("Ann - a nurse", True),
        ("Ann - her sister", True),
        ("Anna - her sister", False),
        ("An - her sister", False),
        ("Ann Feld - her sister", False),
        ("Ann / (2) - another Ann", False),
        ("somebody - a cook", True),
        ("somebody - a guard", False),
        ('"cooks" - a cook', False),
    ],
)
def test_nobody_is_listed_again(line: str, again: bool) -> None:
    said = "Ann - a nurse|sex: F<5\nsomebody - a cook\n"
    assert bool(as_regex(people_grammar(said)).fullmatch(line)) is not again
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from training.decoding import lists_again

    assert lists_again(said, line) is again


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Ann",
        "Ann - a nurse|job: Nurse",
        "Ann - a nurse|job: Nurse<6",
        "Ann - a nurse|sex: maybe<5",
        "Ann - a nurse|job: Nurse<5|name: Ann<5",
        "Ann - a nurse|name: Ann<5|name: Ann Feld<5",
        "Ann - a nurse\nAnn - a nurse",
        "Ann - a nurse\n-",
        " - a nurse",
    ],
)
def test_the_grammar_allows_nothing_else(answer: str) -> None:
    assert not allowed(answer)
