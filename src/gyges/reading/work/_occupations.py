"""Occupations in a text: titles, ranks, and words that imply a job."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_column, read_rows, words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.page._page import Page, once_a_page, page_of
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._spans import apart
from gyges.reading.page._wanted import Wanted
from gyges.reading.places._gazetteer import city
from gyges.reading.work._acts import find_acts


@dataclass(frozen=True, slots=True)
class OccupationCue:
    """Words that tell somebody's occupation."""

    start: int  # first code point
    end: int  # one past the last code point
    text: str  # the words, ``text[start:end]``
    occupation: str  # canonical title such as ``Nurse``; also ``Retired``, ``Student``, ``Unemployed``
    position: str | None  # the rank inside it if the words carry one, such as ``Deputy head teacher``
    education: str | None  # the education it implies, a value of the EDUCATION tag
    sector: str | None  # the field of work, such as ``health``
    certainty: int  # 1-5; 3 where the job is only implied, 2 for a former job or a weak cue


class _Job(NamedTuple):
    name: str
    education: str | None
    sector: str | None
    doubtful: bool


_MOST_RANKS, _LONGEST_TITLE, _LONGEST_FIELD = 4, 4, 8  # words
_EDUCATION = {"C": "College Degree", "P": "PhD", "H": "High School Diploma", "U": "In College", "S": "In High School"}
_NOUNS = words("occupations.before_noun")
_BEFORE_JOB, _RANKS, _LEADERS = words("job_ranks.before"), words("job_ranks.rank"), words("job_ranks.of")
_GRADE, _UPPER, _HOSPITAL, _CAPITAL, _NAMED = patterns("occupations", "grade upper hospital capital named")
_STUDIES = (("school", "In High School"), ("graduate", "College Degree"), ("college", "In College"))
_STATES = frozenset(("Retired", "Student", "Unemployed"))
_SHORTEST_FIELD = 3


@cache
def _jobs() -> dict[str, _Job]:
    """Every form written by hand, by its folded words."""
    jobs: dict[str, _Job] = {}
    for sector, name, education, forms in read_rows("occupations.tsv"):
        for form in (name, *forms.split(";")):
            key = fold(form.removeprefix("~")).replace(".", "")
            if key:
                doubtful = form.startswith("~") or key in words("occupations.verbs")
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


@lru_cache(maxsize=8192)
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
    jobs = _jobs()
    for index in page.where(_is_title):
        bare = page.key(index).removesuffix("'s")
        found = _longest(page, index, bare)
        if found is None:
            continue
        first, phrase = found
        job = jobs.get(phrase)
        if job is None:
            base = jobs.get(bare) or _Job("", schooling(bare), None, False)
            job = _Job(phrase.capitalize(), base.education, base.sector, False)
        if first == index and not _is_person(page, index, bare, job):
            continue
        if phrase == "consultant" and _HOSPITAL.search(page.text):
            job = jobs["physician"]
        elif job.name == "Student":
            told = (level for name, level in _STUDIES if pattern(f"studies.{name}").search(phrase))
            job = job._replace(education=next(told, None))
        yield _cue(page, first, index, phrase, job)


def _longest(page: Page, index: int, bare: str) -> tuple[int, str] | None:
    """The longest title that ends at a word: index of its first word, and its folded words."""
    jobs, titles, before = _jobs(), _titles(), page.key(index - 1)
    start = index
    if before in _inner() or "-" in before or "-" in bare:  # else no title of several words goes on like that
        while start and index - start < _LONGEST_TITLE and len(page.gap(start - 1)) == 1:
            start -= 1
    for first in range(start, index):
        phrase = " ".join([*(word[2] for word in page.words[first:index]), bare])
        if phrase in jobs or (index - first < 3 and phrase.replace("-", " ") in titles):
            return first, phrase
    both = compound(before, bare) if index and len(page.gap(index - 1)) == 1 else None
    if both:
        return index - 1, both
    return (index, bare) if bare in jobs else None


def _is_person(page: Page, index: int, key: str, job: _Job) -> bool:
    """Whether a single word that could be a verb, a surname or an abbreviation is an occupation here."""
    text, (start, end, _) = page.text, page.words[index]
    surface, capital = text[start:end], page.capital(index)
    led = index > 0 and len(page.gap(index - 1)) == 1
    before = page.key(index - 1) if led else ""
    joined = index + 1 < len(page.words) and page.words[index + 1][0] - end == 1
    after = page.key(index + 1) if joined else ""
    if key in words("occupations.short"):
        nominal = index > 0 and page.capital(index - 1) and city(page.key(index - 1)) is None
        return surface.isupper() and (nominal or before in _NOUNS)
    if key in words("occupations.name_titles"):
        return capital and _NAMED.match(text, end) is not None
    if before in words("occupations.not_before") or f"{key} {after}" in words("occupations.things"):
        return False
    if key in words("occupations.strict"):
        named = key in words("occupations.before_names") and _CAPITAL.match(text, end) is not None
        return named or before == "as" or (before in {"a", "an"} and key not in words("occupations.strictest"))
    named = joined and page.capital(index + 1)
    if capital and not surface.isupper():
        if after in words("occupations.streets"):
            return False
        if led and page.capital(index - 1) and is_surname(key):
            stat = first_name(before)
            if before in words("occupations.titles") or (stat and not stat.ambiguous):
                return False
        if job.doubtful and is_surname(key) and not named and before not in _NOUNS:
            return False
    told = text[end : end + 1] in {":", ")"} or text[max(0, start - 2) : start].strip() in {":", "(", ",", "-", "–"}
    return not job.doubtful or before in _NOUNS or named or told or (capital and index == 0)


def _run_left(page: Page, index: int, wanted: frozenset[str]) -> int:
    """Return the first of the wanted words that stand right before a word."""
    first = index
    while first and index - first < _MOST_RANKS and len(page.gap(first - 1)) == 1 and page.key(first - 1) in wanted:
        first -= 1
    return first


def _end(page: Page, last: int) -> int:
    return page.words[last][1] - 2 * page.key(last).endswith("'s")


def _cue(page: Page, first: int, last: int, phrase: str, job: _Job) -> OccupationCue:
    begin = _run_left(page, first, _BEFORE_JOB)
    extra = [page.key(index) for index in range(begin, first)]
    start, end = page.words[begin][0], _end(page, last)
    name, sure = job.name, 5 if _announced(page, begin) else 4
    if "retired" in extra:
        name = "Retired"
    elif {"former", "ex"} & set(extra) or pattern("occupations.until").match(page.text, end):
        sure = 2
    elif extra and extra[-1] in {"trainee", "apprentice"}:
        name = name if name.isupper() else f"{extra[-1].capitalize()} {name[0].lower() + name[1:]}"
    elif "student" in extra:
        name = "Student"
    head = phrase[phrase.rfind(" ") + 1 :]
    ranked = [i for i in range(begin, last + 1) if _ranks_it(page.key(i).partition("'")[0], head)]
    ranked = ranked or ([first] if phrase.replace(" ", "_") in words("occupations.offices") else [])
    position = None
    if ranked and name not in _STATES and not name.startswith(("Trainee ", "Apprentice ")):
        position = _sentence(page.text[page.words[min(ranked[0], first)][0] : end])
    return OccupationCue(start, end, page.text[start:end], name, position, job.education, job.sector, sure)


def _ranks_it(word: str, head: str) -> bool:
    if word in words("occupations.counted"):
        return head in words("occupations.counted_heads")
    return word in words("occupations.ranked") or (word in _RANKS and word not in words("occupations.no_ranks"))


def _sentence(said: str) -> str:
    plain = " ".join(said.split())
    return plain[0].upper() + plain[1:]


def _announced(page: Page, first: int) -> bool:
    """Whether an article, ``as``, a colon or a name with a comma comes before a title."""
    if not first:
        return False
    return page.key(first - 1) in words("occupations.announcing") or page.gap(first - 1).strip() in {",", ":", "("}


def _led(page: Page) -> Iterator[OccupationCue]:
    """``Head of nursing`` and its like."""
    for index in page.where(_LEADERS):
        key = page.key(index)
        if index + 2 >= len(page.words) or page.key(index + 1) != "of" or len(page.gap(index)) != 1:
            continue
        last, named = index + 1, False
        while last + 1 < len(page.words) and last - index < _LONGEST_FIELD and page.gap(last) in {" ", "' ", "’ "}:
            after, capital = page.key(last + 1), page.capital(last + 1)
            named = named or capital
            if after in words("occupations.of_stop"):
                break
            if named and not capital and after not in words("occupations.of_links"):
                break
            last += 1
        fields = [page.key(at).partition("'")[0] for at in range(index + 2, last + 1)]
        name = next((_fields()[field] for field in fields if field in _fields()), None)
        if not fields or (name is None and key in words("occupations.no_managers")):
            continue
        other = "Executive" if key.startswith(("ch", "p")) else "Manager"
        job = _jobs().get(fold(name or "")) or _Job(name or other, None, None, False)
        start, stop = page.words[_run_left(page, index, _RANKS)][0], _end(page, last)
        said, education = page.text[start:stop], job.education or "College Degree"
        yield OccupationCue(start, stop, said, job.name, _sentence(said), education, job.sector, 4)


@Wanted
def _is_grade(key: str) -> bool:
    return not words("occupations.grades").isdisjoint(key.replace("'", "-").split("-"))


def _graded(page: Page) -> Iterator[OccupationCue]:
    """``In year 9``, ``starts sixth class``."""
    for match in page.each(_GRADE) if page.where(_is_grade) else ():
        study = "In High School" if _UPPER.search(match[0]) else "No High School Diploma"
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
