"""Grammars (GBNF) of the answers: with them every answer of the model can be read."""

from gyges.attacks.tiny._lines import AUTHOR_WORDS, NOBODY, OPTION_WORDS, PEOPLE_WORDS
from gyges.records import Kind, taxonomy

__all__ = ["author_grammar", "people_grammar", "person_grammar"]

MOST_CODES = 3
"""Codes of one kind that a person may have; more are a list the model got caught in."""

_COMMON = """\
free ::= [^|< \\x00-\\x1F] [^|<\\x00-\\x1F]*
quote ::= "< " [^|< \\x00-\\x1F] [^|<\\x00-\\x1F]*
age ::= [0-9]{1,3} ("-" [0-9]{1,3})?
"""


def people_grammar() -> str:
    """Return the grammar of a list of people: tags in their order, each at most once, codes a few times."""
    spia = taxonomy("spia")
    fields = []
    for tag, word in PEOPLE_WORDS.items():
        field = f'("|{word}: " {_value(tag, "spia")} quote?)'
        fields.append(field + (f"{{0,{MOST_CODES}}}" if spia[tag].kind is Kind.CODE else "?"))
    return (
        f'root ::= "{NOBODY}" | person ("\\n" person)*\n'
        f"person ::= head {' '.join(fields)}\n"
        f"head ::= [^|< \\x00-\\x1F-] [^|<\\x00-\\x1F]*\n{_COMMON}"
    )


def person_grammar() -> str:
    """Return the grammar of what is said of one person: tags in their order, each fact with a mark at its end."""
    spia = taxonomy("spia")
    fields = []
    for tag, word in PEOPLE_WORDS.items():
        times = f"{{0,{MOST_CODES}}}" if spia[tag].kind is Kind.CODE else "?"
        fields.append(f'("{word}: " {_value(tag, "spia")} "|"){times}')
    return f'root ::= "{NOBODY}" | {" ".join(fields)}\n{_COMMON}'


def author_grammar() -> str:
    """Return the grammar of an author's attributes: every one exactly once, so that each is guessed."""
    fields = ' "|" '.join(f'"{word}: " {_value(tag, "author")} quote?' for tag, word in AUTHOR_WORDS.items())
    return f"root ::= {fields}\n{_COMMON}"


def _value(tag: str, taxonomy_name: str) -> str:
    options = OPTION_WORDS[taxonomy_name].get(tag)
    if options:
        return "(" + " | ".join(f'"{word}"' for word in options.values()) + ")"
    return "age" if tag == "AGE" else "free"
