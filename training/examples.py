"""From annotated documents to what the tiny model reads and should answer."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from gyges.attacks.tiny import OVERLAP_TOKENS, WINDOW_TOKENS
from gyges.attacks.tiny._lines import LineFact, LinePerson, write_author, write_people
from gyges.attacks.tiny._prompt import END, author_prompt, escape, people_prompt
from gyges.reading import QuoteFinder, Window, chars_for, split_windows
from gyges.reading.lookups import name_parts
from gyges.records import Document, Fact, Subject, taxonomy

__all__ = ["LEAST_CERTAINTY", "Example", "best_facts", "examples_of", "role_of"]

LEAST_CERTAINTY = 3
"""Facts below it are assumptions; the model learns to leave them out."""

_ROLE_WORDS, _QUOTE_WORDS = 5, 5
_CLAUSE = re.compile(r"[,;:(]|\s+(?:who|whose|whom|that|which|with|mentioned|born|aged|\w{3,}ing)\b")
_LOOSE_END = re.compile(r"(?:\s+(?:of|at|from|in|on|the|for|to|by|and|or|an?))+$", re.IGNORECASE)
_APPLICANT = re.compile(
    r"(?:\w+ ){0,3}(?:applicant|claimant|plaintiff|defendant|appellant|complainant)\b(?!['’])", re.IGNORECASE
)
_AUTHOR = re.compile(r"\b(?:author|writer|poster|narrator|speaker|sender|reviewer)\b", re.IGNORECASE)
_AUTHOR_OF = re.compile(r"\b(author|writer|sender) of the \w+", re.IGNORECASE)
_TITLES = re.compile(r"^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Judge)\b\.?", re.IGNORECASE)
_CODES = frozenset(tag.name for tag in taxonomy("spia") if tag.kind == "CODE")
_AUTHOR_EDUCATION = dict(
    zip(taxonomy("spia")["EDUCATION"].options, taxonomy("author")["EDUCATION"].options, strict=True)
)
_INCOME_WORDS = {
    "No": {"unemployed"},
    "Low": {
        "student", "pupil", "apprentice", "intern", "waiter", "waitress", "cashier", "cleaner", "barista", "bartender",
        "farmhand", "courier", "caretaker", "retired", "shop", "assistant", "nanny", "trainee", "artist",
    },
    "High": {
        "doctor", "surgeon", "physician", "lawyer", "attorney", "judge", "engineer", "developer", "manager", "director",
        "architect", "pilot", "dentist", "consultant", "analyst", "professor", "scientist", "executive", "pharmacist",
        "programmer", "notary", "solicitor", "barrister", "cardiologist", "psychiatrist", "banker", "accountant",
    },
}  # fmt: skip
_SHARED = ("AGE", "SEX", "LOCATION", "EDUCATION", "RELATIONSHIP", "OCCUPATION")


@dataclass(frozen=True)
class Example:
    """One question and its answer.

    Attributes:
        document: The id of the document.
        window: Which window of it.
        task: ``people`` or ``author``.
        prompt: What the model reads.
        answer: What it should write, with the mark of the end.
    """

    document: str
    window: int
    task: str
    prompt: str
    answer: str


def examples_of(document: Document) -> Iterator[Example]:
    """Return the questions about a document: people in each window if they are known, the author if one wrote it."""
    text = document.text
    windows = split_windows(text, chars_for(WINDOW_TOKENS, text), chars_for(OVERLAP_TOKENS, text))
    for number, window in enumerate(windows if document.subjects is not None else ()):
        subjects = list(document.subjects or ())
        if len(windows) > 1:
            subjects = [_within(subject, window, text) for subject in subjects if _is_in(subject, window)]
        answer = write_people(_grouped(_person(subject, window.text) for subject in subjects))
        yield Example(document.id, number, "people", people_prompt(window.text), escape(answer) + END)
    if len(windows) == 1:
        facts = list(_author_facts(document))
        if facts:
            yield Example(document.id, 0, "author", author_prompt(text), escape(write_author(facts)) + END)


def role_of(subject: Subject) -> str:
    """Return who somebody is in at most a few words, without the name.

    Example:
        >>> role_of(Subject("0", "Mr A. Sol - The applicant, born in 1960", (Fact("NAME", "A. Sol"),)))
        'the applicant'
    """
    description = _AUTHOR_OF.sub(r"\1", subject.description)
    called, dash, rest = description.partition(" - ")
    name = next((fact.value for fact in subject.facts if fact.tag == "NAME"), "")
    is_name = (bool(name) and bool(set(name_parts(name)) & set(name_parts(called)))) or called.startswith("@")
    words = rest if dash and (is_name or _TITLES.match(called) or re.search(r"\d|@", called)) else called
    words = _CLAUSE.split(words.strip(), maxsplit=1)[0]
    if _AUTHOR.search(words) and not re.search(r"['’]s\b|\bof\b", words):
        return "the author"
    if party := _APPLICANT.match(words):
        return f"the {party[0].split()[-1].lower()}"
    short = _LOOSE_END.sub(
        "", " ".join(words.split()[: _ROLE_WORDS + 2 * words.casefold().startswith("one of")])
    ).strip(" .-")
    return short[:1].lower() + short[1:] if not is_name or dash else ""


def _person(subject: Subject, text: str) -> LinePerson:
    finder = _finder(text)
    kept = best_facts(subject, LEAST_CERTAINTY)
    name = max((fact.value for fact in kept if fact.tag == "NAME"), key=len, default="")
    lines = tuple(LineFact(fact.tag, fact.value, _quote(fact, finder, name)) for fact in kept)
    return LinePerson(role_of(subject) or "person", lines)


def best_facts(subject: Subject, least: int) -> list[Fact]:
    """Return the surest fact of each kind that is sure enough; of codes, three."""
    facts = [fact for fact in subject.facts if fact.certainty >= least and fact.value.strip()]
    best: dict[str, list[Fact]] = {}
    for fact in sorted(facts, key=lambda fact: -fact.certainty):
        best.setdefault(fact.tag, []).append(fact)
    return [fact for tag, some in best.items() for fact in (some[:3] if tag in _CODES else some[:1])]


@lru_cache(maxsize=4)
def _finder(text: str) -> QuoteFinder:
    """Return one finder for a text; it is asked for each person."""
    return QuoteFinder(text)


def _quote(fact: Fact, finder: QuoteFinder, name: str = "") -> str:
    """Return the shortest evidence; nothing where it can be found again without: the value itself, or the name."""
    if any(finder.find(level) for level in (fact.value, *fact.value.split(" / "))):
        return ""
    quotes = [quote for quote in fact.evidence if finder.find(quote) is not None]
    shortest = min(quotes, key=len, default="")
    if shortest and (shortest in name or (name and name in shortest)):
        return ""
    return " ".join(shortest.split()[:_QUOTE_WORDS])


def _grouped(people: Iterable[LinePerson]) -> list[LinePerson]:
    """Return people of whom the same is said as one line with a count."""
    grouped: dict[tuple[str, tuple[LineFact, ...]], int] = {}
    for person in people:
        role = re.sub(r"\s*\(\d+ of \d+\)", "", person.role)
        grouped[role, person.facts] = grouped.get((role, person.facts), 0) + 1
    return [LinePerson(role, facts, count) for (role, facts), count in grouped.items()]


def _is_in(subject: Subject, window: Window) -> bool:
    """Tell whether a window speaks of somebody: by name, or by a word of the role."""
    words = set(re.findall(r"\w+", window.text.casefold()))
    names = [token for fact in subject.facts if fact.tag == "NAME" for token in name_parts(fact.value)]
    if names:
        return any(token in words for token in names if len(token) > 1)
    return any(word in words for word in re.findall(r"\w{4,}", role_of(subject).casefold()))


def _within(subject: Subject, window: Window, text: str) -> Subject:
    """Leave out facts whose words stand in another window."""
    here, whole = _finder(window.text), _finder(text)
    facts = tuple(
        fact
        for fact in subject.facts
        if here.find(fact.value)
        or (any(here.find(quote) for quote in fact.evidence) if fact.evidence else not whole.find(fact.value))
    )
    return Subject(subject.id, subject.description, facts)


def _author_facts(document: Document) -> Iterator[LineFact]:
    """Return what is known of the only author, by the author taxonomy; `meta.author` may hold more attributes."""
    authors = [subject for subject in document.subjects or () if role_of(subject) == "the author"]
    more = document.meta.get("author")
    if len(authors) != 1 and not isinstance(more, Mapping):
        return
    finder = _finder(document.text)
    told: dict[str, Fact] = {}
    for fact in authors[0].facts if len(authors) == 1 else ():
        if fact.tag in _SHARED and fact.certainty >= LEAST_CERTAINTY and fact.value.strip():
            told.setdefault(fact.tag, Fact(fact.tag, _author_value(fact), fact.certainty, evidence=fact.evidence))
    if isinstance(more, Mapping):
        quotes = document.meta.get("quotes")
        for tag, value in more.items():
            quote = quotes.get(tag) if isinstance(quotes, Mapping) else None
            told.setdefault(str(tag), Fact(str(tag), str(value), evidence=(str(quote),) if quote else ()))
    if len(authors) == 1:
        for fact in _concluded(authors[0], told):
            told.setdefault(fact.tag, fact)
    for fact in told.values():
        yield LineFact(fact.tag, fact.value, _quote(fact, finder))


def _concluded(author: Subject, told: Mapping[str, Fact]) -> Iterator[Fact]:
    """Return attributes that follow from others roughly: income from the job, the birthplace from home and passport.

    A text that hints at one place rarely says whether somebody was born or lives there; the model may use the hint for
    both.
    """
    home = next((fact for fact in author.facts if fact.tag == "LOCATION" and fact.value), None)
    passport = next((fact for fact in author.facts if fact.tag == "NATIONALITY" and fact.value), None)
    if passport and home and home.value.split(" / ")[-1] != passport.value:
        yield Fact("PLACE_OF_BIRTH", passport.value, evidence=passport.evidence)
    elif home:
        yield Fact("PLACE_OF_BIRTH", _author_value(home), evidence=home.evidence)
    job = told.get("OCCUPATION")
    if job:
        yield Fact("INCOME", income_of(job.value, told["EDUCATION"].value if "EDUCATION" in told else ""))


def income_of(job: str, education: str) -> str:
    """Return the income band that a job suggests; a rough prior, better than silence.

    Example:
        >>> income_of("Software Engineer", ""), income_of("Student", "In College"), income_of("Waiter", "")
        ('High', 'Low', 'Low')
    """
    words = set(re.findall(r"[a-z]+", job.casefold()))
    for band, known in _INCOME_WORDS.items():
        if words & known:
            return band
    return "High" if education == "PhD" else "Medium"


def _author_value(fact: Fact) -> str:
    if fact.tag == "EDUCATION":
        return _AUTHOR_EDUCATION.get(fact.value, fact.value)
    if fact.tag == "RELATIONSHIP":
        return "No relation" if fact.value == "Widowed" else fact.value
    return fact.value.replace(" / ", ", ") if fact.tag == "LOCATION" else fact.value
