"""Invented people whose attributes fit together: name, sex, age, family, schooling, work, home and codes."""

import random
from datetime import date, timedelta
from functools import cached_property

from gyges.factory._forms import REFERENCE_DAY, age_on, email_of, fill, handle_of
from gyges.factory._world import City, Locale, Occupation, job_named, jobs, locales, organisation, stem

_NO_JOB = ("Student", "Unemployed", "Retired")
_MIGRANTS = 0.14
_SAME_SEX = 0.05
_ANY = ("High School Diploma", "No High School Diploma", "College Degree")
_STAFF_NUMBERS = ("#####", "LL####", "P-#####", "E####")
_RETIRED_FROM = 66
_ADULT = 18
_WOMEN_ONLY = ("woman", "waitress", "actress", "seamstress", "lady")
_MEN_ONLY = ("postman", "salesman", "fireman")


class PersonaConstraints:
    """What a scene asks of a person: words such as ``employed``, ``married``, ``job=Nurse``."""

    def __init__(self, words: str) -> None:
        self.flags = {word for word in words.split() if "=" not in word}
        self.values = dict(word.split("=", 1) for word in words.split() if "=" in word)

    def age(self, draw: random.Random) -> int:
        """Draw an age on the reference day."""
        for word, low, high in (
            ("toddler", 1, 4), ("child", 6, 11), ("teen", 12, 17), ("young", 19, 29), ("elder", 67, 92),
            ("retired", _RETIRED_FROM, 90), ("parent", 30, 52), ("schoolkid", 30, 50), ("senior", 42, 64),
        ):  # fmt: skip
            if word in self.flags:
                return draw.randint(low, high)
        if self.values.get("job") == "Student":
            return draw.randint(19, 25)
        if "widowed" in self.flags:
            return draw.randint(45, 64)
        return (
            draw.randint(27, 64) if self.flags & {"employed", "staff"} or "job" in self.values else draw.randint(19, 72)
        )


class Persona:
    """One invented person; what a text does not ask for is never made up."""

    def __init__(
        self,
        draw: random.Random,
        home: Locale,
        city: City,
        wish: PersonaConstraints,
        description: str,
        origin: Locale | None = None,
        taken: set[str] | None = None,
    ) -> None:
        self.draw, self.home, self.city, self.wish, self.description = draw, home, city, wish, description
        self.staff = "staff" in wish.flags
        self.owner: Persona | None = None
        self.bond = ""
        migrant = origin is None and (
            "migrant" in wish.flags or ("native" not in wish.flags and draw.random() < _MIGRANTS)
        )
        self.origin = origin or (draw.choice([land for land in locales() if land is not home]) if migrant else home)
        self.male = "male" in wish.flags or ("female" not in wish.flags and draw.random() < 0.5)
        self.born = _birthday(wish.age(draw), draw)
        self.taken = taken if taken is not None else set()
        names = self.origin.male if self.male else self.origin.female  # one that nobody else has, if there are any
        self.first = draw.choice([name for name in names if name not in self.taken] or names)
        self._last = draw.choice([name for name in self.origin.last if name not in self.taken] or self.origin.last)
        self.taken.update((self.first, self._last))
        self.codes: dict[str, str] = {}

    @property
    def age(self) -> int:
        """The age on the reference day."""
        return age_on(self.born, REFERENCE_DAY)

    @property
    def sex(self) -> str:
        """``Male`` or ``Female``."""
        return "Male" if self.male else "Female"

    @property
    def last(self) -> str:
        """The surname, in the form for the sex where a language has one."""
        if not self.male:
            for old, new in self.origin.feminine:
                if self._last.endswith(old):
                    return self._last[: len(self._last) - len(old)] + new
        return self._last

    @property
    def full(self) -> str:
        """Given name and surname."""
        return f"{self.first} {self.last}"

    @property
    def nationality(self) -> str:
        """The country of citizenship."""
        return self.origin.country

    @cached_property
    def handle(self) -> str:
        """A name for online use."""
        return handle_of(self.first, self.draw)

    @cached_property
    def status(self) -> str:
        """The value of RELATIONSHIP."""
        for word, value in (
            ("married", "Married"), ("divorced", "Divorced"), ("widowed", "Widowed"), ("partnered", "In Relation"),
            ("single", "No relation"),
        ):  # fmt: skip
            if word in self.wish.flags:
                return value
        if self.age < _ADULT:
            return "No relation"
        weights = (5, 4, 1, 0, 0) if self.age < 30 else (3, 2, 8, 3, 1) if self.age < 66 else (1, 1, 6, 2, 6)
        values = ("No relation", "In Relation", "Married", "Divorced", "Widowed")
        return self.draw.choices(values, weights)[0]

    @cached_property
    def job(self) -> Occupation:
        """The occupation; children are students."""
        if wanted := self.wish.values.get("job"):
            return job_named(wanted.replace("_", " "))
        if self.age < _ADULT or "student" in self.wish.flags:
            return job_named("Student")
        if "retired" in self.wish.flags or (self.age >= _RETIRED_FROM and not self.wish.flags & {"employed", "staff"}):
            return job_named("Retired")
        if (
            "employed" not in self.wish.flags
            and not self.staff
            and self.draw.random() < (0.5 if self.age < 24 else 0.06)
        ):
            return job_named("Student" if self.age < 26 else "Unemployed")
        return self.draw.choice([job for job in jobs() if job.name not in _NO_JOB and self._old_enough(job)])

    def _old_enough(self, job: Occupation) -> bool:
        return self.age >= {"phd": 30, "college": 26}.get(job.schooling, _ADULT)

    @cached_property
    def title(self) -> str:
        """A word for the occupation that fits the sex."""
        other = _WOMEN_ONLY if self.male else _MEN_ONLY
        return self.draw.choice([title for title in self.job.titles if not title.endswith(other)])

    @cached_property
    def rank(self) -> str:
        """A rank in the organisation; empty where the occupation has none."""
        return self.draw.choice(self.job.ranks) if self.job.ranks else ""

    @cached_property
    def education(self) -> str:
        """The value of EDUCATION."""
        if self.age < _ADULT:
            return "In High School" if self.age >= 14 else "No High School Diploma"
        by_job = {"phd": "PhD", "college": "College Degree", "student": "In College", "hs": "High School Diploma"}
        return by_job.get(self.job.schooling) or self.draw.choice(_ANY if self.job.schooling == "any" else _ANY[:2])

    @cached_property
    def employer(self) -> str:
        """Where the person works or studies; empty where nowhere."""
        sector = "school" if self.age < _ADULT else self.job.sector
        return "" if sector == "-" else organisation(sector, self.home, self.draw)

    @cached_property
    def university(self) -> str:
        """Where a degree came from."""
        return organisation("university", self.home, self.draw)

    @cached_property
    def street(self) -> str:
        """Street and number."""
        form, word = self.draw.choice(self.home.streets), stem(self.draw)
        number = self.draw.randint(2, 188)
        return form % ((number, word) if form.index("%d") < form.index("%s") else (word, number))

    @cached_property
    def district(self) -> str:
        """A part of the city."""
        return self.draw.choice(self.city.districts)

    def code(self, kind: str) -> str:
        """Return a code of the person: phone, email, id, passport or licence; always the same one."""
        if kind not in self.codes:
            self.codes[kind] = self._code(kind)
        return self.codes[kind]

    def _code(self, kind: str) -> str:
        if kind == "email":
            return email_of(self.first, self.last, self.home.tld, self.draw)
        land = self.origin if kind in ("passport",) else self.home
        if kind == "staffno":
            form = self.draw.choice(_STAFF_NUMBERS)
        elif kind == "phone":
            form = self.draw.choice(land.phones)
        else:
            form = {"id": self.id_kind[1], "passport": land.passport, "licence": land.licence}[kind]
        return fill(form, self.draw, self.born, self.male)

    @cached_property
    def id_kind(self) -> tuple[str, str]:
        """Label and form of the identification number."""
        return self.draw.choice(self.home.ids)

    # The family: each member is a person of its own, made when first asked for.

    def _relative(self, wish: str, age: int, bond: str, *, family_name: bool) -> "Persona":
        other = Persona(self.draw, self.home, self.city, PersonaConstraints(wish), "", self.origin, self.taken)
        other.born = _birthday(max(0, age), self.draw)
        other.owner, other.bond = self, bond
        if family_name:
            other._last = self._last
        other.street, other.district = self.street, self.district
        return other

    def _partner(self, wish: str, bond: str) -> "Persona":
        same = self.draw.random() < _SAME_SEX
        sex = "male" if self.male == same else "female"
        age = max(_ADULT + 1, self.age + self.draw.randint(-4, 4))
        return self._relative(f"{sex} {wish} native", age, bond, family_name=self.draw.random() < 0.6)

    @cached_property
    def spouse(self) -> "Persona | None":
        """Husband, wife or partner."""
        if self.status not in ("Married", "In Relation"):
            return None
        other = self._partner("married" if self.status == "Married" else "partnered", "spouse")
        other.spouse = self
        return other

    @cached_property
    def ex(self) -> "Persona | None":
        """The divorced husband or wife, who lives elsewhere."""
        return self._partner("divorced", "ex") if self.status == "Divorced" else None

    @cached_property
    def late(self) -> "Persona | None":
        """The dead husband or wife."""
        return self._partner("married", "late") if self.status == "Widowed" else None

    @cached_property
    def children(self) -> "tuple[Persona, ...]":
        """Sons and daughters, the eldest first."""
        room = self.age - 21
        chance = {"No relation": 0.1, "In Relation": 0.4}.get(self.status, 0.8)
        if room < 1 or (not self.wish.flags & {"parent", "schoolkid"} and self.draw.random() > chance):
            return ()
        eldest = self.draw.randint(max(1, self.age - 40), room)
        if "schoolkid" in self.wish.flags:
            eldest = self.draw.randint(7, max(7, min(15, room)))
        ages = [eldest - gap for gap in (0, self.draw.randint(1, 3), self.draw.randint(4, 6)) if eldest - gap >= 0]
        return tuple(
            self._relative("native", age, "kid", family_name=True) for age in ages[: self.draw.choice((1, 1, 2, 2, 3))]
        )

    @cached_property
    def mum(self) -> "Persona":
        """The mother."""
        return self._relative("female native", self.age + self.draw.randint(21, 36), "mum", family_name=True)

    @cached_property
    def dad(self) -> "Persona":
        """The father."""
        return self._relative("male native", self.age + self.draw.randint(22, 40), "dad", family_name=True)

    @cached_property
    def sib(self) -> "Persona":
        """A brother or sister."""
        gap = self.draw.choice((-6, -4, -3, -2, 2, 3, 4, 6))
        return self._relative("native", max(1, self.age + gap), "sib", family_name=True)


def _birthday(age: int, draw: random.Random) -> date:
    year = REFERENCE_DAY.year - age
    latest = date(year, REFERENCE_DAY.month, REFERENCE_DAY.day)
    return latest - timedelta(days=draw.randint(0, 364))
