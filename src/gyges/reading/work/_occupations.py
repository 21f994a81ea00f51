"""Occupations in a text: titles, ranks, and words that imply a job."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_column, read_rows, words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.page._forms import pattern
from gyges.reading.page._page import Page, Wanted, once_a_page, page_of
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._spans import apart
from gyges.reading.places._gazetteer import city
from gyges.reading.work._acts import find_acts

__all__ = ["OccupationCue", "compound", "education_of", "find_occupations", "is_title", "schooling"]


@dataclass(frozen=True, slots=True)
class OccupationCue:
    """Words that tell somebody's occupation.

    Attributes:
        start: First code point.
        end: One past the last code point.
        text: The words, ``text[start:end]``.
        occupation: Canonical title such as ``Nurse``; also ``Retired``, ``Student``, ``Unemployed``.
        position: The rank inside it if the words carry one, such as ``Deputy head teacher``.
        education: The education it implies, a value of the EDUCATION tag.
        sector: The field of work, such as ``health``.
        certainty: 1-5; 3 where the job is only implied, 2 for a former job or a weak cue.
    """

    start: int
    end: int
    text: str
    occupation: str
    position: str | None
    education: str | None
    sector: str | None
    certainty: int


class _Job(NamedTuple):
    name: str
    education: str | None
    sector: str | None
    doubtful: bool


_MOST_RANKS = 4
_Words = tuple[tuple[int, int, str], ...]
_EDUCATION = {"C": "College Degree", "P": "PhD", "H": "High School Diploma", "U": "In College", "S": "In High School"}
_SHORT = words("occupations.short")
_VERBS = words("occupations.verbs")
_NOT_BEFORE = words("occupations.not_before")
_BEFORE_NOUN = words("occupations.before_noun")
_TITLES = words("occupations.titles")
_STREETS = words("occupations.streets")
_BEFORE_JOB, _RANKS, _LEADERS = words("job_ranks.before"), words("job_ranks.rank"), words("job_ranks.of")
_RANKED = words("occupations.ranked")
_HOSPITAL = re.compile(r"\b(?:hospital|clinic|ward|patient)\b", re.IGNORECASE)
_NAME_TITLES = frozenset(("eng", "ing", "atty", "adv"))
_COACHES = words("occupations.coaches")
_COUNTED = words("occupations.counted")
_OFFICES = words("occupations.offices")
_STRICT = words("occupations.strict")
_STUDIES = (
    (re.compile(r"high|secondary|sixth|pupil|schoolboy|schoolgirl|gymnasi|graders?$"), "In High School"),
    (re.compile(r"phd|doctoral|master|grad(?:uate)? student|postgrad|mba"), "College Degree"),
    (re.compile(r"under|uni|college|law|med|nurs|engineer|pharm|fresh|soph|year|exchange|erasmus"), "In College"),
)
_GRADE = pattern("occupations.grade")
_GRADES = frozenset(("year", "grade", "class", "form", "std", "standard"))
_BEFORE_GRADE = words("occupations.before_grade")
_OF_LINKS = frozenset(("of", "the", "and", "for", "de", "du", "des", "da", "do"))
_OF_STOP = words("occupations.of_stop")
_SHORTEST_FIELD = 3


@cache
def _jobs() -> dict[str, _Job]:
    """Every form written by hand, by its folded words."""
    jobs: dict[str, _Job] = {}
    for sector, name, education, forms in read_rows("occupations.tsv"):
        for form in (name, *forms.split(";")):
            key = fold(form.removeprefix("~")).replace(".", "")
            if key:
                doubtful = form.startswith("~") or key in _VERBS
                job = _Job(name, _EDUCATION.get(education), sector, doubtful)
                if jobs.setdefault(key, job).name != name and form == name:
                    jobs[key] = job  # the name of a job is never another word for a wider one
    for key in ("pc", "dc"):
        jobs.pop(key, None)
    return jobs


@cache
def _titles() -> frozenset[str]:
    return frozenset(read_column("job_titles.tsv.xz"))


@cache
def title_heads() -> frozenset[str]:
    """The last word of every English title."""
    return frozenset([key[key.rfind(" ") + 1 :] for key in _titles()])


@cache
def _heads() -> frozenset[str]:
    """The last word of every title and job: only there a look to the left pays."""
    return title_heads().union([key[key.rfind(" ") + 1 :] for key in _jobs()])


@cache
def _inner() -> frozenset[str]:
    """The last word but one of every title of several words."""
    return frozenset([key.rsplit(" ", 2)[-2] for names in (_jobs(), _titles()) for key in names if " " in key])


@cache
def _fields() -> dict[str, str]:
    return {row[0]: row[1] for row in read_rows("job_fields.tsv")}


@cache
def _cues() -> PhraseIndex[tuple[str, int]]:
    return PhraseIndex({key: (name, int(sure)) for key, name, sure in read_rows("job_cues.tsv")})


def education_of(occupation: str) -> str | None:
    """Return the education a job implies, None if it implies none."""
    job = _jobs().get(fold(occupation))
    return job.education if job else schooling(fold(occupation).rpartition(" ")[2])


def is_title(words: str) -> bool:
    """Tell whether words are the name of a job, and not something that only implies one."""
    key = fold(words)
    field, _, head = key.rpartition(" ")
    return key in _jobs() or key.replace("-", " ") in _titles() or compound(field, head) is not None


@cache
def _leading_words() -> frozenset[str]:
    """Every word that stands before the last one in a title, but those that say how somebody is."""
    leading = (word for title in _titles() for word in title.split()[:-1] if len(word) >= _SHORTEST_FIELD)
    return frozenset(leading) - words("job_compounds.no_fields")


def compound(field: str, head: str) -> str | None:
    """Return the job two words make together, None if they make none."""
    if head not in words("job_compounds.heads") or field not in _leading_words() or field == head:
        return None
    return f"{field} {head}"


def schooling(head: str) -> str | None:
    """Return the education that a job with this last word mostly takes."""
    if head in words("jobs.college_heads"):
        return "College Degree"
    return "High School Diploma" if head in words("jobs.school_heads") else None


def find_occupations(text: str | Page) -> list[OccupationCue]:
    """Return the words that tell occupations, in their order, without overlap."""
    return list(_find(page_of(text)))


@once_a_page
def _find(page: Page) -> tuple[OccupationCue, ...]:
    kept = apart([*_titled(page), *_led(page), *_graded(page)])
    return tuple(sorted([*kept, *_implied(page, kept)], key=lambda cue: cue.start))


@Wanted
def _is_title(key: str) -> bool:
    return key.removesuffix("'s") in _heads()


def _titled(page: Page) -> Iterator[OccupationCue]:
    text, words = page.text, page.words
    jobs = _jobs()
    for index in page.where(_is_title):
        bare = words[index][2].removesuffix("'s")
        found = _longest(words, index, bare)
        if found is None:
            continue
        first, phrase = found
        job = jobs.get(phrase)
        if job is None:
            base = jobs.get(bare) or _Job("", schooling(bare), None, False)
            job = _Job(phrase.capitalize(), base.education, base.sector, False)
        if first == index and not _is_person(text, words, index, bare, job):
            continue
        if phrase == "consultant" and _HOSPITAL.search(text):
            job = jobs["physician"]
        elif job.name == "Student":
            study = next((level for pattern, level in _STUDIES if pattern.search(phrase)), None)
            job = job._replace(education=study)
        yield _cue(text, words, first, index, phrase, job)


def _longest(words: _Words, index: int, bare: str) -> tuple[int, str] | None:
    """The longest title that ends at a word: index of its first word, and its folded words."""
    jobs, titles = _jobs(), _titles()
    start = index
    while start and index - start < 4 and words[start][0] - words[start - 1][1] == 1:
        start -= 1
    before = words[index - 1][2]
    if before not in _inner() and "-" not in before and "-" not in bare:
        start = index  # no title of several words goes on like that
    for first in range(start, index):
        phrase = " ".join([*(word[2] for word in words[first:index]), bare])
        if phrase in jobs or (index - first < 3 and phrase.replace("-", " ") in titles):
            return first, phrase
    if index and words[index][0] - words[index - 1][1] == 1:
        phrase = compound(words[index - 1][2], bare) or ""
        if phrase:
            return index - 1, phrase
    return (index, bare) if bare in jobs else None


def _is_person(text: str, words: _Words, index: int, key: str, job: _Job) -> bool:
    """Whether a single word that could be a verb, a surname or an abbreviation is an occupation here."""
    start, end, _ = words[index]
    surface = text[start:end]
    left = words[index - 1] if index else None
    before = left[2] if left and start - left[1] == 1 else ""
    after = words[index + 1] if index + 1 < len(words) and words[index + 1][0] - end == 1 else None
    if key in _SHORT:
        nominal = left is not None and text[left[0]].isupper() and city(left[2]) is None
        return surface.isupper() and (nominal or before in _BEFORE_NOUN)
    if key in _NAME_TITLES:
        return surface[0].isupper() and re.match(r"\.? [^\W\d_a-z]", text[end : end + 3]) is not None
    if key == "coach" and after is not None and after[2] in _COACHES:
        return False
    if before in _NOT_BEFORE or (
        key == "vet" and after is not None and after[2] in {"med", "school", "clinic", "bill", "bills"}
    ):
        return False
    if key in _STRICT:
        named = key in {"chair", "general", "major"} and re.match(r",? [A-ZÀ-Þ]", text[end : end + 3]) is not None
        plain = key not in {"chair", "model", "minor", "general", "major", "private"}
        return named or before == "as" or (before in {"a", "an"} and plain)
    named = after is not None and text[after[0]].isupper()
    if surface[0].isupper() and not surface.isupper():
        if after is not None and after[2] in _STREETS:
            return False
        if left and before and text[left[0]].isupper() and is_surname(key):
            stat = first_name(before)
            if before in _TITLES or (stat and not stat.ambiguous):
                return False
        if job.doubtful and is_surname(key) and not named and before not in _BEFORE_NOUN:
            return False
    if not job.doubtful:
        return True
    colon = text[end : end + 1] in {":", ")"} or text[max(0, start - 2) : start].strip() in {":", "(", ",", "-", "–"}
    return before in _BEFORE_NOUN or named or colon or (surface[0].isupper() and index == 0)


def _cue(text: str, words: _Words, first: int, last: int, phrase: str, job: _Job) -> OccupationCue:
    begin = first
    while begin > first - _MOST_RANKS and begin and words[begin][0] - words[begin - 1][1] == 1:
        if words[begin - 1][2] not in _BEFORE_JOB:
            break
        begin -= 1
    extra = [word[2] for word in words[begin:first]]
    start = words[begin][0]
    end = words[last][1] - (2 if words[last][2].endswith("'s") else 0)
    name, sure = job.name, 5 if _announced(text, words, begin) else 4
    if "retired" in extra:
        name = "Retired"
    elif {"former", "ex"} & set(extra) or _until(text, end):
        sure = 2
    elif extra and extra[-1] in {"trainee", "apprentice"}:
        name = f"{extra[-1].capitalize()} {name[0].lower() + name[1:]}" if not name.isupper() else name
    elif "student" in extra:
        name = "Student"
    bare = phrase[phrase.rfind(" ") + 1 :]
    ranked = [i for i in range(begin, last + 1) if _ranks_it(words[i][2].partition("'")[0], bare)]
    ranked = ranked or ([first] if phrase.replace(" ", "_") in _OFFICES else [])
    position = None
    if ranked and name not in {"Retired", "Student", "Unemployed"} and not name.startswith(("Trainee ", "Apprentice ")):
        position = _sentence(text[words[min(ranked[0], first)][0] : end])
    return OccupationCue(start, end, text[start:end], name, position, job.education, job.sector, sure)


def _ranks_it(word: str, head: str) -> bool:
    if word in _COUNTED:
        return head in {"engineer", "officer", "mate", "secretary", "lieutenant", "chef"}
    return word in _RANKED or (word in _RANKS and word not in {"general", "staff", "duty", "night"})


def _sentence(words: str) -> str:
    plain = " ".join(words.split())
    return plain[0].upper() + plain[1:]


def _until(text: str, end: int) -> bool:
    return bool(re.match(r"\s+(?:until|till)\b", text[end : end + 8]))


def _announced(text: str, words: _Words, first: int) -> bool:
    """Whether an article, ``as``, a colon or a name with a comma comes before a title."""
    before = words[first - 1][2] if first else ""
    gap = text[words[first - 1][1] : words[first][0]] if first else ""
    return before in {"a", "an", "as", "my", "am", "is", "was", "the", "i'm", "she's", "he's"} or gap.strip() in {
        ",",
        ":",
        "(",
    }


def _led(page: Page) -> Iterator[OccupationCue]:
    """``Head of nursing`` and its like."""
    text, words = page.text, page.words
    for index in page.where(_LEADERS):
        _, end, key = words[index]
        if index + 2 >= len(words) or words[index + 1][2] != "of" or words[index + 1][0] - end != 1:
            continue
        last, named = index + 1, False
        while (
            last + 1 < len(words)
            and last - index < 8
            and text[words[last][1] : words[last + 1][0]] in {" ", "' ", "’ "}
        ):
            after = words[last + 1]
            named = named or (text[after[0]].isupper() and last > index)
            if after[2] in _OF_STOP or (named and not text[after[0]].isupper() and after[2] not in _OF_LINKS):
                break
            last += 1
        if last == index + 1:
            continue
        first = index
        while first and index - first < _MOST_RANKS and words[first][0] - words[first - 1][1] == 1:
            if words[first - 1][2] not in _RANKS:
                break
            first -= 1
        fields = [word[2].partition("'")[0] for word in words[index + 2 : last + 1]]
        name = next((_fields()[field] for field in fields if field in _fields()), None)
        if name is None and key in {"chief", "secretary", "master", "leader", "deputy", "minister", "vice"}:
            continue
        job = _jobs().get(fold(name or "")) or _Job(
            name or ("Executive" if key.startswith(("ch", "p")) else "Manager"), None, None, False
        )
        start, stop = words[first][0], words[last][1] - (2 if words[last][2].endswith("'s") else 0)
        position = _sentence(text[start:stop])
        yield OccupationCue(
            start, stop, text[start:stop], job.name, position, job.education or "College Degree", job.sector, 4
        )


@Wanted
def _is_grade(key: str) -> bool:
    return not _GRADES.isdisjoint(key.replace("'", "-").split("-"))


def _has_grade(page: Page) -> bool:
    """Whether a word for a class comes after one that `_GRADE` has before it; most texts need no further look."""
    words = page.words
    for index in page.where(_is_grade):
        before = words[index - 1][2].replace("'", "-").rpartition("-")[2] if index else ""
        if before in _BEFORE_GRADE or before[:1].isdigit() or "-" in words[index][2]:
            return True
    return False


def _graded(page: Page) -> Iterator[OccupationCue]:
    """``In year 9``, ``starts sixth class``."""
    for match in page.each(_GRADE) if _has_grade(page) else ():
        number = re.search(r"\d+", match[0])
        upper = re.search(r"ninth|tenth|eleventh|twelfth", match[0], re.IGNORECASE) or (number and int(number[0]) >= 9)
        study = "In High School" if upper else "No High School Diploma"
        if not number and re.search(
            r"(?:year|grade|class|form)\s+(?!one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+\b)", match[0], re.I
        ):
            continue
        yield OccupationCue(*match.span(), match[0], "Student", None, study, "student", 4)


def _implied(page: Page, kept: list[OccupationCue]) -> Iterator[OccupationCue]:
    """What is done for a living, and phrases that imply a job; neither where a title stands."""
    text, words = page.text, page.words
    told = [(act.start, act.end, act.value, act.certainty) for act in find_acts(page)]
    told += [(words[i][0], words[i + count - 1][1], name, sure) for i, count, (name, sure) in _cues().find(page)]
    taken = iter([*((cue.start, cue.end) for cue in kept), (len(text) + 1, len(text) + 1)])
    block, last = next(taken), 0
    for start, end, name, sure in sorted(told, key=lambda row: row[0]):
        while block[1] <= start:
            block = next(taken)
        if block[0] >= end and start >= last:
            job, last = _jobs().get(fold(name)) or _Job(name, None, None, False), end
            yield OccupationCue(start, end, text[start:end], name, None, job.education, job.sector, sure)
