"""Slots for what a person's life gives away: age, home, family, schooling, work, codes."""

from collections.abc import Callable
from datetime import date

from gyges.factory._codes import tells_birth
from gyges.factory._personas import REFERENCE_DAY, Persona, age_on
from gyges.factory._times import age_range, date_words, number_in_words, ordinal
from gyges.factory._writer import DIRECT, QUASI, NotFittingError, SlotTable, Writer
from gyges.reading.ladders import decade, ten_years
from gyges.reading.lookups import fold

__all__ = ["LIFE_SLOTS"]

_KIN = {  # bond: words for a man, words for a woman
    "Married": (("husband",), ("wife",)),
    "In Relation": (("partner", "boyfriend"), ("partner", "girlfriend")),
    "kid": (("son",), ("daughter",)),
    "mum": (("mother",), ("mother", "mum")),
    "dad": (("father", "dad"), ("father",)),
    "sib": (("brother",), ("sister",)),
    "ex": (("ex-husband", "former husband"), ("ex-wife", "former wife")),
    "late": (("late husband",), ("late wife",)),
}
_CODES = {
    "phone": "PHONE_NUMBER",
    "email": "EMAIL_ADDRESS",
    "passport": "PASSPORT_NUMBER",
    "licence": "DRIVER_LICENSE_NUMBER",
    "idcode": "IDENTIFICATION_NUMBER",
    "staffno": "IDENTIFICATION_NUMBER",
}
_ADULT = 18
_DECADES = ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"]
_FINISHED_SCHOOL, _GRADUATED = (17, 19), (21, 25)

Write = Callable[[Writer, Persona], None]


def _about(write: Write) -> Callable[[Writer, Persona | None], None]:
    def slot(writer: Writer, who: Persona | None) -> None:
        if who is None:
            raise AssertionError("a slot about a person stands in a sentence about nobody")
        write(writer, who)

    return slot


def _age_then(writer: Writer, who: Persona, least: int = 0) -> int:
    age = age_on(who.born, writer.draft.day)
    if age < least:
        raise NotFittingError("too young")
    return age


def _told_age(writer: Writer, who: Persona, words: str, low: int, high: int, certainty: int, hardness: int) -> None:
    value = age_range(low, high, writer.draft.day)
    span = writer.put(words)
    writer.mention(span, "DEM", QUASI, f"age{span}", ten_years(low))
    writer.fact(who, "AGE", value, certainty, hardness, span, of_day=True)


def _age(writer: Writer, who: Persona) -> None:
    age = _age_then(writer, who, 1)
    _told_age(writer, who, str(age), age, age, 5, 1)


def _age_words(writer: Writer, who: Persona) -> None:
    age = _age_then(writer, who, 1)
    _told_age(writer, who, number_in_words(age), age, age, 5, 1)


def _age_next(writer: Writer, who: Persona) -> None:
    """Write the age at the next birthday, as in "about to turn 40"."""
    age = _age_then(writer, who, 1)
    _told_age(writer, who, str(age + 1), age, age, 4, 2)


def _decade(writer: Writer, who: Persona) -> None:
    age = _age_then(writer, who, 20)
    if age > 98:
        raise NotFittingError("too old")
    low = age // 10 * 10
    part, low, high = (("early ", low, low + 3), ("mid-", low + 4, low + 6), ("late ", low + 7, low + 9))[
        0 if age - low <= 3 else 1 if age - low <= 6 else 2
    ]
    _told_age(writer, who, part + _DECADES[age // 10 - 2], low, high, 4, 2)


def _born(writer: Writer, who: Persona) -> None:
    span = writer.put(date_words(who.born, writer.notes["dates"]))
    writer.mention(span, "DATETIME", QUASI, f"born{id(who)}", decade(who.born.year).removeprefix("the "))
    writer.fact(who, "AGE", str(who.age), 5, 2, span)


def _born_year(writer: Writer, who: Persona) -> None:
    span = writer.put(str(who.born.year))
    writer.mention(span, "DATETIME", QUASI, f"born{id(who)}", decade(who.born.year))
    years = REFERENCE_DAY.year - who.born.year
    writer.fact(who, "AGE", f"{years - 1}-{years}", 5, 2, span)


def _year_at(ages: tuple[int, int]) -> Write:
    """Return a slot for the year somebody was between two ages, which tells the age to a few years."""

    def write(writer: Writer, who: Persona) -> None:
        low, high = ages
        if ages == _GRADUATED and who.education not in ("College Degree", "PhD"):
            raise NotFittingError("no degree")
        year = who.born.year + writer.draw.randint(low, high)
        if year > writer.draft.day.year:
            raise NotFittingError("not yet")
        passed = REFERENCE_DAY.year - year
        span = writer.put(str(year))
        writer.mention(span, "DATETIME", QUASI, f"year{span}", decade(year))
        writer.fact(who, "AGE", f"{low + passed - 1}-{high + passed}", 3, 3, span)

    return write


_STAGES = ((0, 3, "in nappies"), (6, 10, "in primary school"), (12, 16, "a teenager"), (18, 21, "just out of school"))
_EVENTS = (
    (1969, "the first men walked on the moon"), (1974, "there was petrol only every other day"),
    (1977, "Elvis died"), (1986, "the cloud came from Chernobyl"), (1989, "the Wall came down"),
    (1991, "the Soviet Union fell apart"), (1997, "Diana died"), (1999, "the sun went dark that August"),
    (2000, "everybody feared the millennium bug"), (2001, "the towers fell"), (2004, "the tsunami came"),
    (2008, "the banks went under"), (2010, "the ash cloud closed the sky"), (2012, "the world was supposed to end"),
    (2016, "everybody hunted Pokémon in the park"), (2020, "the first lockdown came"),
)  # fmt: skip


def _stage_event(writer: Writer, who: Persona) -> None:
    """Write how far in life somebody was when something well known happened."""
    fitting = [
        (year, event, stage, low, high)
        for year, event in _EVENTS
        for low, high, stage in _STAGES
        if low < year - who.born.year <= high and (low < 18 or who.age >= 19)
    ]
    if not fitting:
        raise NotFittingError("no event")
    year, event, stage, low, high = writer.draw.choice(fitting)
    span = writer.put(f"{stage} when {event}")
    writer.mention(span, "MISC", QUASI, f"event{span}", "young once")
    passed = REFERENCE_DAY.year - year
    writer.fact(who, "AGE", f"{low + passed - 1}-{high + passed}", 3, 4, span)


def _since(writer: Writer, who: Persona) -> None:
    """Write a year since which something adult has held; it tells nothing by itself."""
    first, last = who.born.year + 20, writer.draft.day.year - 1
    if first > last:
        raise NotFittingError("too young")
    span = writer.put(str(writer.draw.randint(max(first, last - 18), last)))
    writer.mention(span, "DATETIME", QUASI, f"year{span}", "some years ago")


def _grade(writer: Writer, who: Persona) -> None:
    form, offset, last = who.home.grade
    day = writer.draft.day
    start = date(day.year if day.month >= 9 else day.year - 1, 9, 1)
    number = age_on(who.born, start) + offset
    if not 1 <= number <= last or who.age >= _ADULT:
        raise NotFittingError("not at school")
    words = form.replace("%oth", ordinal(number)).replace("%oº", f"{number}º").replace("%o.", f"{number}.")
    words = words.replace("%o", ordinal(number, in_words=True)).replace("%d", str(number))
    span = writer.put_raw(words)
    writer.mention(span, "DEM", QUASI, f"grade{id(who)}", "at school")
    low = number - offset
    writer.fact(who, "AGE", age_range(low, low + 1, day), 4, 3, span, of_day=True)
    writer.fact(who, "EDUCATION", who.education, 5, 2, span)
    writer.fact(who, "OCCUPATION", "Student", 4, 2, span)


def _kin(writer: Writer, who: Persona) -> None:
    """Write the word for a relative, as in "wife"; it tells something about both."""
    owner, bond = who.owner, who.bond
    if owner is None:
        raise NotFittingError("no relative")
    key = owner.status if bond == "spouse" else bond
    words = writer.draw.choice(_KIN[key][0 if who.male else 1])
    if words == "mum" and owner.home.iso in ("US", "CA"):
        words = "mom"
    span = writer.put(words)
    writer.mention(span, "DEM", QUASI, f"kin{id(who)}", "relative" if bond != "spouse" else "partner")
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
        span = writer.put_raw(", ".join(levels[first : last + 1]))
        writer.mention(span, "LOC", QUASI, f"loc{levels[last]}", f"a place in {_the(who.home.country)}")
        writer.fact(who, "LOCATION", " / ".join(levels[first:]), certainty, hardness, span)

    return write


def _pointer(words_of: Callable[[Writer, Persona], str], deep: bool, certainty: int, hardness: int) -> Write:
    """Return a slot for words that only point to a place."""

    def write(writer: Writer, who: Persona) -> None:
        span = writer.put(words_of(writer, who))
        value = f"{who.city.name} / {who.home.country}" if deep else who.home.country
        writer.mention(
            span, "LOC" if deep else "MISC", QUASI, f"cue{span}", "a local sight" if deep else "something local"
        )
        writer.fact(who, "LOCATION", value, certainty, hardness, span)

    return write


def _country(writer: Writer, who: Persona) -> None:
    span = writer.put_raw(_the(who.home.country))
    writer.mention(span, "LOC", QUASI, f"loc{who.home.country}", "a country")
    writer.fact(who, "LOCATION", who.home.country, 5, 1, span)


def _the(country: str) -> str:
    return f"the {country}" if country.startswith(("United", "Netherlands", "Philippines", "Republic")) else country


def _nationality(writer: Writer, who: Persona) -> None:
    span = writer.put_raw(who.origin.adjective)
    writer.mention(span, "DEM", QUASI, f"nat{who.origin.iso}", "foreign" if who.origin is not who.home else "local")
    writer.fact(who, "NATIONALITY", who.nationality, 5, 1, span)


def _birthplace(writer: Writer, who: Persona) -> None:
    """Write a city of the country somebody comes from."""
    city = writer.draw.choice(who.origin.cities).name
    if who.origin is who.home and city == who.city.name:
        raise NotFittingError("still there")
    span = writer.put_raw(city)
    writer.mention(span, "LOC", QUASI, f"loc{city}", "another city")
    writer.fact(who, "NATIONALITY", who.nationality, 4, 3, span)


def _roots(writer: Writer, who: Persona) -> None:
    span = writer.put(writer.draw.choice(who.origin.culture))
    writer.mention(span, "MISC", QUASI, f"cue{span}", "a custom")
    writer.fact(who, "NATIONALITY", who.nationality, 3, 3, span)


def _job(writer: Writer, who: Persona) -> None:
    if who.age < _ADULT or who.title.startswith("a "):
        raise NotFittingError("no job")
    span = writer.put(who.title)
    writer.mention(span, "DEM", QUASI, f"job{id(who)}", "employee")
    writer.fact(who, "OCCUPATION", who.job.name, 5, 1, span)


def _work(writer: Writer, who: Persona) -> None:
    """Write an occupation that is a trade or profession, so that "works as a ..." can be said."""
    if who.job.name in ("Retired", "Unemployed", "Student"):
        raise NotFittingError("no work")
    _job(writer, who)


def _work_word(kind: str) -> Write:
    """Return a slot for a thing or a topic of somebody's work, which hints at the occupation."""

    def write(writer: Writer, who: Persona) -> None:
        words = getattr(who.job, kind)
        if who.age < _ADULT or not words:
            raise NotFittingError("no work")
        fresh = [word for word in words if word not in writer.notes]
        if not fresh:
            raise NotFittingError("all said")
        word = writer.draw.choice(fresh)
        writer.notes[word] = "said"
        span = writer.put(word)
        writer.mention(span, "DEM", QUASI, f"work{span}", "work")
        writer.fact(who, "OCCUPATION", who.job.name, 3, 3, span)

    return write


def _rank(writer: Writer, who: Persona) -> None:
    if not who.rank:
        raise NotFittingError("no rank")
    span = writer.put(who.rank)
    writer.mention(span, "DEM", QUASI, f"rank{id(who)}", "superior")
    writer.fact(who, "POSITION", who.rank[0].upper() + who.rank[1:], 5, 1, span)
    titles = {word for title in who.job.titles for word in title.lower().split()}
    if titles & set(who.rank.lower().split()):
        writer.fact(who, "OCCUPATION", who.job.name, 4, 2, span)


def _employer(writer: Writer, who: Persona) -> None:
    if who.employer is None:
        raise NotFittingError("no employer")
    span = writer.put_raw(who.employer.name)
    writer.mention(span, "ORG", QUASI, f"org{who.employer.name}", who.employer.general)
    writer.fact(who, "AFFILIATION", who.employer.name, 5, 1, span)


def _workplace(writer: Writer, who: Persona) -> None:
    """Write the employer of somebody who works."""
    if who.job.name == "Student":
        raise NotFittingError("no employer")
    _employer(writer, who)


def _school(writer: Writer, who: Persona) -> None:
    """Write the school of a child."""
    _minor(writer, who)
    _employer(writer, who)


def _minor(writer: Writer, who: Persona) -> None:
    """Write nothing, but only about a child."""
    if who.age >= _ADULT:
        raise NotFittingError("grown up")


def _parent(writer: Writer, who: Persona) -> None:
    """Write nothing, but only about somebody with children."""
    if not who.children:
        raise NotFittingError("no children")


def _university(writer: Writer, who: Persona) -> None:
    if who.education not in ("College Degree", "PhD"):
        raise NotFittingError("no degree")
    span = writer.put_raw(who.university.name)
    writer.mention(span, "ORG", QUASI, f"org{who.university.name}", "a university")
    writer.fact(who, "EDUCATION", who.education, 4, 2, span)


def _exam(writer: Writer, who: Persona) -> None:
    """Write the school-leaving exam of the country somebody comes from."""
    if who.age < 19 or who.education == "No High School Diploma":
        raise NotFittingError("no exam")
    span = writer.put(who.origin.exam)
    writer.mention(span, "DEM", QUASI, f"exam{span}", "school exam")
    if who.origin.exam != "high school":
        writer.fact(who, "NATIONALITY", who.nationality, 4, 3, span)
    if who.education == "High School Diploma":
        writer.fact(who, "EDUCATION", who.education, 4, 2, span)


def _code(kind: str) -> Write:
    def write(writer: Writer, who: Persona) -> None:
        if who.age < _ADULT and kind != "idcode":
            raise NotFittingError("a child")
        value = who.code("id" if kind == "idcode" else kind)
        span = writer.put_raw(value)
        writer.mention(span, "CODE", DIRECT, f"code{value}", "a number" if kind != "email" else "an address")
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


_LIFE: dict[str, Write] = {
    "age": _age,
    "agewords": _age_words,
    "agenext": _age_next,
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

LIFE_SLOTS: SlotTable = {name: _about(write) for name, write in _LIFE.items()}
"""The slots, by name."""
