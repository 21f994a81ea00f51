"""The language of `local`: how it is asked, what it may answer, and how an answer is read.

An answer has a line a person: who it is, then facts, each with a certainty from 1 to 5 and the words it is read from.

    Ms Ataman / Oya - the applicant|name: Oya Ataman<5|sex: F<5 Ms|age: 54-55<4 born in 1970|job: Lawyer<5
    "starts school" - the applicant's child|from: Türkiye<2
    two witnesses / (2) - the second of two witnesses|sex: M<3

People stand in the order of the text. Whom the text calls by no name is known by words about the person, one of many by
a number, so no two are called alike. Values with a few options have words for them, and a value that stands in the text
needs no words behind it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from gyges.records import Kind, taxonomy

NOBODY = "-"
"""The answer for a text without people."""

SOMEBODY = "somebody"
"""What stands in the place of a name for a person whom the text does not call by any."""

_NO_NAME = '"('
"""How words about somebody begin, and the number of one of many, where a name would stand."""

MOST_CODES = 3
"""Codes of one kind that a person may have; more are a list the model got caught in."""

_DASH = " - "
_START, _END = "<|im_start|>", "<|im_end|>"
_SPECIAL = re.compile(r"<(?=\|\w+\|>)")
_INVISIBLE = "\u200b"
_MARKS = re.compile(r"[|<\s]+")
_FIELD = re.compile(r"(?P<word>[a-z]+): (?P<value>[^<]*)(?:<(?P<certainty>[1-5])?(?: (?P<quote>.*))?)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Words:
    """The short words of a language for kinds of facts, in the order in which they are written, and for options."""

    tags: Mapping[str, str]
    options: Mapping[str, Mapping[str, str]]


PEOPLE = Words(
    {
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
    },
    {
        tag: dict(zip(taxonomy("spia")[tag].options, words, strict=True))
        for tag, words in (
            ("SEX", ("M", "F")),
            ("EDUCATION", ("no hs", "in hs", "hs", "in college", "degree", "phd")),
            ("RELATIONSHIP", ("single", "partner", "married", "divorced", "widowed")),
        )
    },
)
"""What is said of people."""


@dataclass(frozen=True, slots=True)
class LineFact:
    """A fact as it stands in a line."""

    tag: str  # a tag of the taxonomy
    value: str  # the value, options spelled as the taxonomy spells them
    quote: str = ""  # the words it is read from
    certainty: int = 0  # from 1 to 5; 0 where none is said


@dataclass(frozen=True, slots=True)
class LinePerson:
    """A line of an answer."""

    head: str  # who it is: see above
    facts: tuple[LineFact, ...] = ()

    @property
    def called(self) -> tuple[str, ...]:
        """The forms of the name, as the text has them."""
        forms = self.head.partition(_DASH)[0].split(" / ")
        return tuple(form for form in map(str.strip, forms) if form not in ("", SOMEBODY) and form[0] not in _NO_NAME)


def beginning(head: str) -> str:
    """Return how no line may begin after one with this head: what stands for that person only."""
    forms, dash, _ = head.partition(_DASH)
    return head if forms in ("", SOMEBODY) else forms + dash


def people_prompt(text: str) -> str:
    """Return the question who is in a text: the text between marks that no text can write, and what to do."""
    return f"{_START}text\n{escape(text)}{_END}\n{_START}people\n"


def escape(text: str) -> str:
    """Return a text in which no mark of the model is spelled, so that a document stays data."""
    return _SPECIAL.sub("<" + _INVISIBLE, text)


def people_grammar(said: str = "") -> str:
    """Return the grammar (GBNF) of the next line of an answer, and of its end where another line follows.

    Kinds stand in their order, each at most once, codes a few times. Nobody who is in what was said is listed again.
    """
    spia = taxonomy("spia")
    fields = []
    for tag, word in PEOPLE.tags.items():
        options = PEOPLE.options.get(tag, {}).values()
        value = "(" + " | ".join(f'"{option}"' for option in options) + ")" if options else "words"
        times = f"{{0,{MOST_CODES}}}" if spia[tag].kind is Kind.CODE else "?"
        fields.append(f'("|{word}: " {value} sure){times}')
    listed = {beginning(line.partition("|")[0]) for line in said.split("\n")[:-1]}
    nobody = "" if said else f'"{NOBODY}" | '
    return (
        f'root ::= {nobody}person "\\n"?\n'
        f"person ::= head {' '.join(fields)}\n"
        f"head ::= {_begun(listed)}\n"
        'rest ::= [^|<\\x00-\\x1F]* " - " words\n'
        "end ::= [^|<\\x00-\\x1F]*\n"
        'sure ::= "<" [1-5] (" " words)?\n'
        "words ::= [^|< \\x00-\\x1F] end\n"
    )


def _begun(listed: Collection[str], so_far: str = "") -> str:
    """Return the expression for a head that goes on from what is so far, and begins as none of these."""
    listed = [one for one in listed if one.startswith(so_far)]
    letters = sorted({one[len(so_far)] for one in listed})
    ends = _DASH in so_far
    others = "".join(map(_spelled, [*letters, *("" if so_far else " -")]))
    ways = [f"[^|<\\x00-\\x1F{others}] {'end' if ends else 'rest'}"]
    if ends and not so_far.endswith(_DASH):
        ways.append('""')
    if so_far and not ends and not any(one.startswith(so_far + _DASH) for one in listed):
        ways.append('" - " words')
    going_on = (letter for letter in letters if so_far + letter not in listed)
    ways.extend(f'"{_spelled(letter)}" ({_begun(listed, so_far + letter)})' for letter in going_on)
    return " | ".join(ways)


def _spelled(letter: str) -> str:
    """Return a letter as a grammar has it."""
    return f"\\U{ord(letter):08X}"


def plain(words: str) -> str:
    """Return words that may stand in a line: no marks of the language, one space between words."""
    return _MARKS.sub(" ", words).strip()


def write_people(people: Iterable[LinePerson]) -> str:
    """Return the answer that names these people."""
    lines = ("|".join((plain(person.head), *write_fields(person.facts, PEOPLE))) for person in people)
    return "\n".join(lines) or NOBODY


def read_people(answer: str) -> tuple[LinePerson, ...]:
    """Return the people of an answer; whatever the answer, this reads it, and leaves out what is no fact."""
    people = []
    for line in answer.split("\n"):
        head, _, fields = line.partition("|")
        if head.strip() and line.strip() != NOBODY:
            people.append(LinePerson(head.strip(), read_fields(fields, PEOPLE)))
    return tuple(people)


def write_fields(facts: Iterable[LineFact], words: Words) -> list[str]:
    """Return the fields of facts in their order; a fact of another kind, or without a value, has none."""
    order = list(words.tags)
    written = []
    for fact in sorted((fact for fact in facts if fact.tag in words.tags), key=lambda fact: order.index(fact.tag)):
        value = plain(words.options.get(fact.tag, {}).get(fact.value, fact.value))
        quote = plain(fact.quote)
        behind = (str(fact.certainty) if fact.certainty else "") + (f" {quote}" if quote else "")
        if value:
            written.append(f"{words.tags[fact.tag]}: {value}" + (f"<{behind}" if behind else ""))
    return written


def read_fields(fields: str, words: Words) -> tuple[LineFact, ...]:
    """Return the facts in the fields of a line."""
    tags = {word: tag for tag, word in words.tags.items()}
    facts = []
    for field in fields.split("|"):
        match = _FIELD.fullmatch(field)
        if match and match["word"] in tags and match["value"].strip():
            tag = tags[match["word"]]
            options = {short: option for option, short in words.options.get(tag, {}).items()}
            value = match["value"].strip()
            quote = (match["quote"] or "").strip()
            facts.append(LineFact(tag, options.get(value, value), quote, int(match["certainty"] or 0)))
    return tuple(facts)
