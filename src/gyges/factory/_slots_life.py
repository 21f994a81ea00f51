"""Slots for what a person's life gives away: age, home, family, schooling, work, codes."""

from collections.abc import Callable
from datetime import date

from gyges.factory._forms import (
    REFERENCE_DAY,
    age_on,
    age_range,
    date_words,
    number_in_words,
    ordinal,
    tells_birth,
)
from gyges.factory._personas import Persona
from gyges.factory._world import pairs_of, sexed_words, words_of
from gyges.factory._writer import DIRECT, NotFittingError, SlotTable, Writer, need
from gyges.reading.lookups import fold

_CODES = {
    "phone": "PHONE_NUMBER",
    "email": "EMAIL_ADDRESS",
    "passport": "PASSPORT_NUMBER",
    "licence": "DRIVER_LICENSE_NUMBER",
    "idcode": "IDENTIFICATION_NUMBER",
    "staffno": "IDENTIFICATION_NUMBER",
}
_ADULT = 18
_DEGREES = ("College Degree", "PhD")
_FINISHED_SCHOOL, _GRADUATED = (17, 19), (21, 25)

Write = Callable[[Writer, Persona], None]


def _age_then(writer: Writer, who: Persona, least: int = 0) -> int:
    age = age_on(who.born, writer.draft.day)
    need(age >= least, "too young")
    return age


def _told_age(writer: Writer, who: Persona, words: str, low: int, high: int, certainty: int, hardness: int) -> None:
    value = age_range(low, high, writer.draft.day)
    writer.fact(who, "AGE", value, certainty, hardness, writer.named(words, "DEM", raw=False))


def _age(said: Callable[[int], str], certainty: int = 5, hardness: int = 1) -> Write:
    def write(writer: Writer, who: Persona) -> None:
        age = _age_then(writer, who, 1)
        _told_age(writer, who, said(age), age, age, certainty, hardness)

    return write


def _decade(writer: Writer, who: Persona) -> None:
    age = _age_then(writer, who, 20)
    need(age <= 98, "too old")
    low = age // 10 * 10
    parts = (("early ", low, low + 3), ("mid-", low + 4, low + 6), ("late ", low + 7, low + 9))
    part, low, high = next(one for one in parts if age <= one[2])
    _told_age(writer, who, part + words_of("decades")[age // 10 - 2], low, high, 4, 2)


def _born(writer: Writer, who: Persona) -> None:
    words = date_words(who.born, writer.notes["dates"])
    writer.fact(who, "AGE", str(who.age), 5, 2, writer.named(words, "DATETIME", f"born{id(who)}", raw=False))


def _born_year(writer: Writer, who: Persona) -> None:
    years = REFERENCE_DAY.year - who.born.year
    span = writer.named(str(who.born.year), "DATETIME", f"born{id(who)}", raw=False)
    writer.fact(who, "AGE", f"{years - 1}-{years}", 5, 2, span)


def _year_at(ages: tuple[int, int]) -> Write:
    """Return a slot for the year somebody was between two ages, which tells the age to a few years."""

    def write(writer: Writer, who: Persona) -> None:
        low, high = ages
        need(ages != _GRADUATED or who.education in _DEGREES, "no degree")
        year = who.born.year + writer.draw.randint(low, high)
        need(year <= writer.draft.day.year, "not yet")
        passed = REFERENCE_DAY.year - year
        span = writer.named(str(year), "DATETIME", raw=False)
        writer.fact(who, "AGE", f"{low + passed - 1}-{high + passed}", 3, 3, span)

    return write


_STAGES = ((0, 3, "in nappies"), (6, 10, "in primary school"), (12, 16, "a teenager"), (18, 21, "just out of school"))


def _stage_event(writer: Writer, who: Persona) -> None:
    """Write how far in life somebody was when something well known happened."""
    fitting = [
        (year, event, stage, low, high)
        for year, event in ((int(year), event) for year, event in pairs_of("events").items())
        for low, high, stage in _STAGES
        if low < year - who.born.year <= high and (low < 18 or who.age >= 19)
    ]
    need(bool(fitting), "no event")
    year, event, stage, low, high = writer.draw.choice(fitting)
    span = writer.named(f"{stage} when {event}", "MISC", raw=False)
    passed = REFERENCE_DAY.year - year
    writer.fact(who, "AGE", f"{low + passed - 1}-{high + passed}", 3, 4, span)


def _since(writer: Writer, who: Persona) -> None:
    """Write a year since which something adult has held; it tells nothing by itself."""
    first, last = who.born.year + 20, writer.draft.day.year - 1
    need(first <= last, "too young")
    writer.named(str(writer.draw.randint(max(first, last - 18), last)), "DATETIME", raw=False)


def _grade(writer: Writer, who: Persona) -> None:
    form, offset, last = who.home.grade
    day = writer.draft.day
    start = date(day.year if day.month >= 9 else day.year - 1, 9, 1)
    number = age_on(who.born, start) + offset
    need(1 <= number <= last and who.age < _ADULT, "not at school")
    words = form.replace("%oth", ordinal(number)).replace("%oº", f"{number}º").replace("%o.", f"{number}.")
    words = words.replace("%o", ordinal(number, in_words=True)).replace("%d", str(number))
    span = writer.named(words, "DEM", f"grade{id(who)}")
    low = number - offset
    writer.fact(who, "AGE", age_range(low, low + 1, day), 4, 3, span)
    writer.fact(who, "EDUCATION", who.education, 5, 2, span)
    writer.fact(who, "OCCUPATION", "Student", 4, 2, span)


def _kin(writer: Writer, who: Persona) -> None:
    """Write the word for a relative, as in "wife"; it tells something about both."""
    owner, bond = who.owner, who.bond
    if owner is None:
        raise NotFittingError("no relative")
    key = owner.status if bond == "spouse" else bond
    words = writer.draw.choice(sexed_words("kin", key, male=who.male))
    if words == "mum" and owner.home.iso in ("US", "CA"):
        words = "mom"
    span = writer.named(words, "DEM", f"kin{id(who)}", raw=False)
    writer.seen(owner)
    writer.draft.kin_spans.setdefault(id(who), span)
    writer.seen(who)
    if words != "partner":
        writer.fact(who, "SEX", who.sex, 5, 1, span)
    if bond == "spouse":
        writer.fact(who, "RELATIONSHIP", owner.status, 5, 1, span)
        writer.fact(owner, "RELATIONSHIP", owner.status, 5, 1, span)
        if words != "partner" and who.male != owner.male:
            writer.fact(owner, "SEX", owner.sex, 3, 3, span)
    elif bond == "ex":
        writer.fact(owner, "RELATIONSHIP", "Divorced", 4 if owner.status == "Divorced" else 0, 2, span)
        writer.fact(who, "RELATIONSHIP", "Divorced", 3, 2, span)
    elif bond == "late":
        writer.fact(owner, "RELATIONSHIP", "Widowed", 5, 2, span)


def _place(first: int, last: int, certainty: int, hardness: int) -> Write:
    """Return a slot that writes some levels of the home: 0 street, 1 district, 2 city."""

    def write(writer: Writer, who: Persona) -> None:
        levels = (who.street, who.district, who.city.name, who.home.country)
        span = writer.named(", ".join(levels[first : last + 1]), "LOC", f"loc{levels[last]}")
        writer.fact(who, "LOCATION", " / ".join(levels[first:]), certainty, hardness, span)

    return write


def _pointer(said: Callable[[Writer, Persona], str], deep: bool, certainty: int, hardness: int) -> Write:
    """Return a slot for words that only point to a place."""

    def write(writer: Writer, who: Persona) -> None:
        value = f"{who.city.name} / {who.home.country}" if deep else who.home.country
        span = writer.named(said(writer, who), "LOC" if deep else "MISC", raw=False)
        writer.fact(who, "LOCATION", value, certainty, hardness, span)

    return write


def _country(writer: Writer, who: Persona) -> None:
    span = writer.named(_the(who.home.country), "LOC", f"loc{who.home.country}")
    writer.fact(who, "LOCATION", who.home.country, 5, 1, span)


def _the(country: str) -> str:
    return f"the {country}" if country.startswith(("United", "Netherlands", "Philippines", "Republic")) else country


def _nationality(writer: Writer, who: Persona) -> None:
    span = writer.named(who.origin.adjective, "DEM", f"nat{who.origin.iso}")
    writer.fact(who, "NATIONALITY", who.nationality, 5, 1, span)


def _birthplace(writer: Writer, who: Persona) -> None:
    """Write a city of the country somebody comes from."""
    city = writer.draw.choice(who.origin.cities).name
    need(who.origin is not who.home or city != who.city.name, "still there")
    writer.fact(who, "NATIONALITY", who.nationality, 4, 3, writer.named(city, "LOC", f"loc{city}"))


def _roots(writer: Writer, who: Persona) -> None:
    custom = writer.draw.choice(who.origin.culture)
    writer.fact(who, "NATIONALITY", who.nationality, 3, 3, writer.named(custom, "MISC", raw=False))


def _job(writer: Writer, who: Persona) -> None:
    need(who.age >= _ADULT and not who.title.startswith("a "), "no job")
    writer.fact(who, "OCCUPATION", who.job.name, 5, 1, writer.named(who.title, "DEM", f"job{id(who)}", raw=False))


def _work(writer: Writer, who: Persona) -> None:
    """Write an occupation that is a trade or profession, so that "works as a ..." can be said."""
    need(who.job.name not in ("Retired", "Unemployed", "Student"), "no work")
    _job(writer, who)


def _work_word(kind: str) -> Write:
    """Return a slot for a thing or a topic of somebody's work, which hints at the occupation."""

    def write(writer: Writer, who: Persona) -> None:
        words = getattr(who.job, kind)
        need(who.age >= _ADULT and bool(words), "no work")
        fresh = [word for word in words if word not in writer.notes]
        need(bool(fresh), "all said")
        word = writer.draw.choice(fresh)
        writer.notes[word] = "said"
        writer.fact(who, "OCCUPATION", who.job.name, 3, 3, writer.named(word, "DEM", raw=False))

    return write


def _rank(writer: Writer, who: Persona) -> None:
    need(bool(who.rank), "no rank")
    span = writer.named(who.rank, "DEM", f"rank{id(who)}", raw=False)
    writer.fact(who, "POSITION", who.rank[0].upper() + who.rank[1:], 5, 1, span)
    titles = {word for title in who.job.titles for word in title.lower().split()}
    if titles & set(who.rank.lower().split()):
        writer.fact(who, "OCCUPATION", who.job.name, 4, 2, span)


def _employer(writer: Writer, who: Persona) -> None:
    need(bool(who.employer), "no employer")
    writer.fact(who, "AFFILIATION", who.employer, 5, 1, writer.named(who.employer, "ORG", f"org{who.employer}"))


def _workplace(writer: Writer, who: Persona) -> None:
    """Write the employer of somebody who works."""
    need(who.job.name != "Student", "no employer")
    _employer(writer, who)


def _school(writer: Writer, who: Persona) -> None:
    """Write the school of a child."""
    _minor(writer, who)
    _employer(writer, who)


def _minor(writer: Writer, who: Persona) -> None:
    """Write nothing, but only about a child."""
    need(who.age < _ADULT, "grown up")


def _parent(writer: Writer, who: Persona) -> None:
    """Write nothing, but only about somebody with children."""
    need(bool(who.children), "no children")


def _university(writer: Writer, who: Persona) -> None:
    need(who.education in _DEGREES, "no degree")
    span = writer.named(who.university, "ORG", f"org{who.university}")
    writer.fact(who, "EDUCATION", who.education, 4, 2, span)


def _exam(writer: Writer, who: Persona) -> None:
    """Write the school-leaving exam of the country somebody comes from."""
    need(who.age >= 19 and who.education != "No High School Diploma", "no exam")
    span = writer.named(who.origin.exam, "DEM", raw=False)
    if who.origin.exam != "high school":
        writer.fact(who, "NATIONALITY", who.nationality, 4, 3, span)
    if who.education == "High School Diploma":
        writer.fact(who, "EDUCATION", who.education, 4, 2, span)


def _code(kind: str) -> Write:
    def write(writer: Writer, who: Persona) -> None:
        need(who.age >= _ADULT or kind == "idcode", "a child")
        value = who.code("id" if kind == "idcode" else kind)
        span = writer.named(value, "CODE", f"code{value}", DIRECT)
        writer.fact(who, _CODES[kind], value, 5, 1, span)
        if kind == "email" and all(fold(name) in value for name in (who.first, who.last)):
            writer.fact(who, "NAME", who.full, 4, 3, span)
            writer.fact(who, "SEX", who.sex, 3, 3, span)
        if kind == "phone" and value.startswith("+"):
            writer.fact(who, "LOCATION", who.home.country, 3, 3, span)
        if kind == "idcode" and tells_birth(who.id_kind[1]):
            writer.fact(who, "AGE", str(who.age), 4, 4, span)

    return write


def _id(writer: Writer, who: Persona) -> None:
    """Write an identification number with its label, which tells the country too."""
    label = writer.put_raw(who.id_kind[0])
    writer.put_raw(writer.draw.choice((" ", ": ", " no. ")))
    _code("idcode")(writer, who)
    if who.id_kind[0] not in ("ID number", "national ID"):
        writer.fact(who, "LOCATION", who.home.country, 3, 3, label)


LIFE_SLOTS: SlotTable = {
    "age": _age(str),
    "agewords": _age(number_in_words),
    "agenext": _age(lambda age: str(age + 1), 4, 2),  # "about to turn 40"
    "decade": _decade,
    "born": _born,
    "bornyear": _born_year,
    "schoolyear": _year_at(_FINISHED_SCHOOL),
    "gradyear": _year_at(_GRADUATED),
    "since": _since,
    "stageevent": _stage_event,
    "grade": _grade,
    "kin": _kin,
    "city": _place(2, 2, 5, 1),
    "home": _place(1, 2, 5, 1),
    "district": _place(1, 1, 4, 3),
    "street": _place(0, 2, 5, 1),
    "country": _country,
    "landmark": _pointer(lambda writer, who: writer.draw.choice(who.city.landmarks), True, 4, 3),
    "transit": _pointer(lambda writer, who: who.city.transit, True, 3, 4),
    "office": _pointer(lambda writer, who: writer.draw.choice(who.home.offices), False, 4, 3),
    "culture": _pointer(lambda writer, who: writer.draw.choice(who.home.culture), False, 3, 3),
    "roots": _roots,
    "nat": _nationality,
    "birthplace": _birthplace,
    "job": _job,
    "work": _work,
    "tool": _work_word("tools"),
    "topic": _work_word("topics"),
    "rank": _rank,
    "employer": _employer,
    "workplace": _workplace,
    "school": _school,
    "minor": _minor,
    "parent": _parent,
    "university": _university,
    "exam": _exam,
    "id": _id,
    **{kind: _code(kind) for kind in _CODES},
}
"""The slots, by name."""
