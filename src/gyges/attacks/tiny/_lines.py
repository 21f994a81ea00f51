"""The language in which the tiny model answers: one line a person, short words for tags, quotes after ``<``.

    the applicant|name: Oya Ataman|sex: F< Ms|age: 54-55< born in 1970|place: Istanbul / Türkiye|job: Lawyer
    the applicant's child x3|from: Türkiye

A small model is slow where it writes and fast where it reads, so the language is short: values with a few options have
words for them, and a value that stands in the text is its own quote. There is a space before values and quotes because
words of a text begin with one too: so they are the same tokens, which are easier to copy.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gyges.records import taxonomy

__all__ = [
    "AUTHOR_WORDS",
    "NOBODY",
    "OPTION_WORDS",
    "PEOPLE_WORDS",
    "LineFact",
    "LinePerson",
    "plain",
    "read_author",
    "read_facts",
    "read_people",
    "write_author",
    "write_facts",
    "write_people",
]

PEOPLE_WORDS = {
    "NAME": "name",
    "SEX": "sex",
    "AGE": "age",
    "LOCATION": "place",
    "NATIONALITY": "from",
    "EDUCATION": "school",
    "RELATIONSHIP": "bond",
    "OCCUPATION": "job",
    "AFFILIATION": "org",
    "POSITION": "rank",
    "IDENTIFICATION_NUMBER": "id",
    "DRIVER_LICENSE_NUMBER": "licence",
    "PHONE_NUMBER": "phone",
    "PASSPORT_NUMBER": "passport",
    "EMAIL_ADDRESS": "mail",
}
"""Words for the tags of a person, in the order in which they are written."""

AUTHOR_WORDS = {
    "AGE": "age",
    "SEX": "sex",
    "LOCATION": "place",
    "PLACE_OF_BIRTH": "born",
    "EDUCATION": "school",
    "RELATIONSHIP": "bond",
    "OCCUPATION": "job",
    "INCOME": "income",
}
"""Words for the attributes of an author, in the order in which they are written."""

_SCHOOL = ("no hs", "in hs", "hs", "in college", "degree", "phd")
_BOND = ("single", "partner", "married", "divorced", "widowed")
OPTION_WORDS: dict[str, dict[str, dict[str, str]]] = {
    name: {
        tag: dict(zip(taxonomy(name)[tag].options, words, strict=False))
        for tag, words in (
            ("SEX", ("M", "F")),
            ("EDUCATION", _SCHOOL),
            ("RELATIONSHIP", _BOND),
            ("INCOME", ("none", "low", "medium", "high", "very high")),
        )
        if tag in taxonomy(name)
    }
    for name in ("spia", "author")
}
"""Words for the options of a tag, by taxonomy."""

NOBODY = "-"
"""The answer for a text without people."""

_MARKS = re.compile(r"[|<\s]+")
_COUNT = re.compile(r"(?P<role>.*\S) x(?P<count>\d{1,3})")
_FIELD = re.compile(r"(?P<word>[a-z]+): (?P<value>[^<]*)(?:<(?P<quote>.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LineFact:
    """A fact as it stands in a line.

    Attributes:
        tag: A tag of the taxonomy.
        value: The value, options spelled as the taxonomy spells them.
        quote: The words it is read from; empty where the value itself stands in the text.
        tag_span: Where the word of the tag stands in the answer, in half-open code-point offsets.
        value_span: Where the value stands.
    """

    tag: str
    value: str
    quote: str = ""
    tag_span: tuple[int, int] = (0, 0)
    value_span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class LinePerson:
    """A line of an answer.

    Attributes:
        role: Who it is, in a few words.
        facts: What is known.
        count: How many people the line stands for.
        span: Where the words for the person stand in the answer.
    """

    role: str
    facts: tuple[LineFact, ...] = ()
    count: int = 1
    span: tuple[int, int] = (0, 0)


def plain(words: str) -> str:
    """Return words that may stand in a line: no marks of the language, one space between words.

    Example:
        >>> plain("Smith | Sons <Ltd>")
        'Smith Sons Ltd>'
    """
    return _MARKS.sub(" ", words).strip()


def write_people(people: Iterable[LinePerson]) -> str:
    """Return the answer that names these people."""
    lines = []
    for person in people:
        role = plain(person.role) or "somebody"
        head = f"{role} x{person.count}" if person.count > 1 else role
        lines.append("|".join((head, *_fields(person.facts, PEOPLE_WORDS, "spia"))))
    return "\n".join(lines) or NOBODY


def write_author(facts: Iterable[LineFact]) -> str:
    """Return the answer that gives these attributes of an author."""
    return "|".join(_fields(facts, AUTHOR_WORDS, "author")) or NOBODY


def write_facts(facts: Iterable[LineFact]) -> str:
    """Return the answer that says this of one person; each fact ends with a mark, and none has a quote.

    Example:
        >>> write_facts([LineFact("AGE", "40-45"), LineFact("SEX", "Female")])
        'sex: F|age: 40-45|'
    """
    bare = (LineFact(fact.tag, fact.value) for fact in facts)
    return "".join(f"{field}|" for field in _fields(bare, PEOPLE_WORDS, "spia")) or NOBODY


def read_facts(answer: str) -> tuple[LineFact, ...]:
    """Return what an answer says of one person."""
    return _facts(answer.split("\n")[0], 0, PEOPLE_WORDS, "spia")


def read_people(answer: str) -> tuple[LinePerson, ...]:
    """Return the people of an answer; whatever the answer, this reads it, and leaves out what is no fact."""
    people = []
    start = 0
    for line in answer.split("\n"):
        head, *_ = line.split("|", 1)
        if head.strip() and line.strip() != NOBODY:
            counted = _COUNT.fullmatch(head.strip())
            role, count = (counted["role"], max(1, int(counted["count"]))) if counted else (head.strip(), 1)
            facts = _facts(line[len(head) + 1 :], start + len(head) + 1, PEOPLE_WORDS, "spia")
            people.append(LinePerson(role, facts, count, (start, start + len(head))))
        start += len(line) + 1
    return tuple(people)


def read_author(answer: str) -> tuple[LineFact, ...]:
    """Return the attributes in an answer."""
    return _facts(answer.split("\n")[0], 0, AUTHOR_WORDS, "author")


def _fields(facts: Iterable[LineFact], words: Mapping[str, str], taxonomy_name: str) -> list[str]:
    known = [fact for fact in facts if fact.tag in words]
    order = list(words)
    written = []
    for fact in sorted(known, key=lambda fact: order.index(fact.tag)):
        value = plain(OPTION_WORDS[taxonomy_name].get(fact.tag, {}).get(fact.value, fact.value))
        quote = plain(fact.quote)
        if value:
            written.append(f"{words[fact.tag]}: {value}" + (f"< {quote}" if quote else ""))
    return written


def _facts(fields: str, offset: int, words: Mapping[str, str], taxonomy_name: str) -> tuple[LineFact, ...]:
    tags = {word: tag for tag, word in words.items()}
    facts = []
    start = offset
    for field in fields.split("|"):
        match = _FIELD.fullmatch(field)
        if match and match["word"] in tags and match["value"].strip():
            tag = tags[match["word"]]
            facts.append(
                LineFact(
                    tag,
                    _option(tag, match["value"].strip(), taxonomy_name),
                    (match["quote"] or "").strip(),
                    (start + match.start("word"), start + match.end("word") + 1),
                    (start + match.start("value"), start + match.end("value")),
                )
            )
        start += len(field) + 1
    return tuple(facts)


def _option(tag: str, word: str, taxonomy_name: str) -> str:
    options = {short: option for option, short in OPTION_WORDS[taxonomy_name].get(tag, {}).items()}
    return options.get(word, word)
